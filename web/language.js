// Written into the page itself, at its end: chooses the language and appearance like the game, and keeps the page's own
// texts in the language of the root element and the browser's frame in the same appearance. In old JavaScript, for old
// browsers.
(function () {
  /** @type {Texts} */
  var texts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("words")).textContent || "{}");
  var root = document.documentElement;

  /**
   * A setting saved by the game.
   * @param {"language" | "appearance"} name
   * @returns {string | null}
   */
  function chosen(name) {
    try {
      return JSON.parse(localStorage.getItem("irogaeshi.settings") || "{}")[name];
    } catch (_) {
      // The browser forbids storage, or the settings are unreadable, which they are for the game as well.
      return null;
    }
  }

  /** The appearance chosen in the game, otherwise the system's. */
  function appearance() {
    var choice = chosen("appearance");
    if (choice === "light" || choice === "dark") return choice;
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  }

  function applyAppearance() {
    var meta = document.querySelector("meta[name=theme-color]");
    if (meta) meta.setAttribute("content", root.getAttribute("data-appearance") === "light" ? "#e6e2d9" : "#15171c");
  }

  /** The language chosen in the game, otherwise the browser's first one that is available. */
  function language() {
    var languages = [chosen("language")].concat(navigator.languages || [navigator.language]);
    var codes = languages.map(function (language) {
      return String(language).split("-")[0].toLowerCase();
    });
    return codes.filter(function (code) {
      return Object.keys(texts).indexOf(code) >= 0;
    })[0] || "en";
  }

  function applyTexts() {
    var words = texts[root.lang];
    if (!words) return;
    document.title = words.title;
    document.querySelectorAll("[data-text]").forEach(function (element) {
      element.textContent = words[String(element.getAttribute("data-text"))];
    });
    document.querySelectorAll("[data-label]").forEach(function (element) {
      element.setAttribute("aria-label", words[String(element.getAttribute("data-label"))]);
    });
    document.querySelectorAll("[data-content]").forEach(function (element) {
      element.setAttribute("content", words[String(element.getAttribute("data-content"))]);
    });
    // Name of the page when it is installed.
    document.querySelectorAll("link[rel=manifest]").forEach(function (element) {
      element.setAttribute("href", "manifest-" + root.lang + ".webmanifest");
    });
  }

  new MutationObserver(applyTexts).observe(root, { attributes: true, attributeFilter: ["lang"] });
  new MutationObserver(applyAppearance).observe(root, { attributes: true, attributeFilter: ["data-appearance"] });
  root.lang = language();
  root.setAttribute("data-appearance", appearance());
})();
