import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the page from here and everything under /api from a running `ardennes serve`.
const server = process.env.ARDENNES_SERVER ?? "http://127.0.0.1:8044";

/** Vite lists only the licences of scripts; this adds those of the fonts. */
const FONTS = ["barlow", "barlow-condensed", "source-serif-4"];
const fontLicences = {
  name: "font-licences",
  apply: "build" as const,
  writeBundle: {
    order: "post" as const,
    handler({ dir }: { dir?: string }): void {
      for (const font of FONTS) {
        const text = readFileSync(`node_modules/@fontsource/${font}/LICENSE`, "utf8").trim();
        appendFileSync(`${dir}/licenses.md`, `\n## @fontsource/${font} (OFL-1.1)\n\n${text}\n`);
      }
    },
  },
};

/** Stamps the page with a digest of all its files, and writes the service worker, which keeps them. */
const worker = {
  name: "worker",
  apply: "build" as const,
  writeBundle: {
    order: "post" as const,
    handler({ dir }: { dir?: string }): void {
      const files = readdirSync(dir!, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/")).filter((file) => /\.\w+$/.test(file)).sort();
      const script = readFileSync("worker.js", "utf8");
      const digest = createHash("sha256").update(script);
      for (const file of files) digest.update(file).update(readFileSync(`${dir}/${file}`));
      const version = digest.digest("hex").slice(0, 16);
      const page = readFileSync(`${dir}/index.html`, "utf8");
      writeFileSync(`${dir}/index.html`, page.replace('name="build" content="dev"', `name="build" content="${version}"`));
      writeFileSync(`${dir}/build.txt`, `${version}\n`);
      const kept = files.filter((file) => file !== "licenses.md").map((file) => (file === "index.html" ? "/" : `/${file}`));
      writeFileSync(`${dir}/sw.js`, script.replace("__VERSION__", version).replace("/* __FILES__ */", kept.map((file) => JSON.stringify(file)).join(", ")));
    },
  },
};

export default defineConfig({
  plugins: [svelte(), fontLicences, worker],
  // Tests run the browser build of Svelte in a simulated document.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: "../src/ardennes/server/page",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    // The page's content security policy allows no data: fonts, and a file caches better than a copy in the stylesheet.
    assetsInlineLimit: 0,
    // The licence notices of what is bundled are shipped with it.
    license: { fileName: "licenses.md" },
    // All that the page needs to open is one file, whatever parts that are loaded later share with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "index", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // Generous, because a busy machine is not an error: only a hanging test should fail.
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], css: { include: [/[?]raw/] }, testTimeout: 120_000, hookTimeout: 120_000 },
});
