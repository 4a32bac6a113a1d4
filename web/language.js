// Written into the page itself, at its end: chooses the language as the game will, and keeps the page's own words in the language
// that the root element names. For old browsers, in old JavaScript.
(function () {
  /** @type {Texts} */
  var texts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("words")).textContent || "{}");
  var root = document.documentElement;

  /** What the game has kept. @returns {string | null} */
  function chosen() {
    try {
      return JSON.parse(localStorage.getItem("irogaeshi.settings") || "{}").language;
    } catch (_) {
      // A browser that forbids storage keeps nothing, and what cannot be read the game does not read either.
      return null;
    }
  }

  /** What was chosen in the game, else the first language of the browser's that there is. */
  function wanted() {
    var languages = [chosen()].concat(navigator.languages || [navigator.language]);
    var codes = languages.map(function (language) {
      return String(language).split("-")[0].toLowerCase();
    });
    return codes.filter(function (code) {
      return Object.keys(texts).indexOf(code) >= 0;
    })[0] || "en";
  }

  function speak() {
    var words = texts[root.lang];
    if (!words) return;
    document.title = words.title;
    document.querySelectorAll("[data-text]").forEach(function (element) {
      element.textContent = words[String(element.getAttribute("data-text"))];
    });
    document.querySelectorAll("[data-label]").forEach(function (element) {
      element.setAttribute("aria-label", words[String(element.getAttribute("data-label"))]);
    });
  }

  new MutationObserver(speak).observe(root, { attributes: true, attributeFilter: ["lang"] });
  root.lang = wanted();
})();
