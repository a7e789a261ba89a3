// Runs before the page's own code: sets the theme for the first paint, and starts the requests that code will make right away.
// A separate file because the page's content security policy allows no inline scripts.
(function () {
  function saved(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) || otherwise;
    } catch (_) {
      return otherwise;
    }
  }

  var choice = saved("ardennes.settings", {}).theme;
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

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
