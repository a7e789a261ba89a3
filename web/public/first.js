// Runs before the page's own code: sets theme, text size and palette for the first paint, and starts the requests that code will make right away.
// A separate file because the page's content security policy allows no inline scripts.
(function () {
  function saved(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) || otherwise;
    } catch (_) {
      return otherwise;
    }
  }

  var settings = saved("ardennes.settings", {});
  var dark = settings.theme === "dark" || (settings.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  var root = document.documentElement.dataset;
  root.theme = dark ? "dark" : "light";
  // A value that means nothing selects nothing in the style sheets; the page's own code replaces it.
  root.text = settings.text;
  root.palette = settings.palette;
  if (dark) document.querySelector('meta[name="theme-color"]').content = "#1E201A";

  // If a request fails or is missing here, the page makes it itself.
  var early = (window.early = {});
  function ask(path, token) {
    var headers = { Accept: "application/json" };
    if (token) headers.Authorization = "Bearer " + token;
    var answer = fetch("/api" + path, { headers: headers, credentials: "same-origin" });
    early[path + " " + token] = answer;
    answer.catch(function () {});
    return answer;
  }
  function board(game) {
    ask("/games/" + encodeURIComponent(game) + "/board", "");
  }

  var table = /^#\/g\/([A-Za-z0-9]{1,200})/.exec(location.hash);
  if (table) {
    var shelved = saved("ardennes.tables", []);
    var known = Array.isArray(shelved) && shelved.find(function (one) {
      return one && one.token === table[1];
    });
    var answer = ask("/table", table[1]);
    if (known && known.game) board(known.game);
    answer
      .then(function (one) {
        return one.ok ? one.clone().json() : null;
      })
      .then(function (one) {
        if (!one) return;
        ask(one.printed.replace(/^\/api/, ""), "");
        if (!(known && known.game)) board(one.game);
      })
      .catch(function () {});
  }
  ask("/games", "");
})();
