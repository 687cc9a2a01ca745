// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
(function () {
  var isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
