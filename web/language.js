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
    for (var index = 0; index < languages.length; index += 1) {
      var code = String(languages[index]).split("-")[0].toLowerCase();
      if (Object.keys(texts).indexOf(code) >= 0) return code;
    }
    return "en";
  }

  function speak() {
    var words = texts[root.lang];
    if (!words) return;
    document.title = words.title;
    var texted = document.querySelectorAll("[data-text]");
    for (var index = 0; index < texted.length; index += 1) {
      texted[index].textContent = words[String(texted[index].getAttribute("data-text"))];
    }
    var labelled = document.querySelectorAll("[data-label]");
    for (var next = 0; next < labelled.length; next += 1) {
      labelled[next].setAttribute("aria-label", words[String(labelled[next].getAttribute("data-label"))]);
    }
  }

  new MutationObserver(speak).observe(root, { attributes: true, attributeFilter: ["lang"] });
  root.lang = wanted();
})();
