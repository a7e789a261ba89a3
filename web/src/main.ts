import { mount } from "svelte";
import App from "./App.svelte";
import { installWorker } from "./lib/build.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/palette.css";
import "./styles/base.css";
import "./styles/shared.css";
import "./styles/text.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
installWorker();
