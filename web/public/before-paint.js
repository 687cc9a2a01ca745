// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
(function () {
  var isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // The files that this address needs after the entry are asked for beside it (scripts/preload-by-address.ts).
  var lists = document.currentScript.dataset;
  var hasSession = false;
  try {
    hasSession = window.localStorage.getItem('scriba.session') !== null;
  } catch {
    // Without storage nobody is signed in.
  }
  var path = window.location.pathname;
  var isWorkplace = hasSession && (path === '/' || path === '/login' || /^\/app(\/|$)/.test(path));
  var files = isWorkplace ? lists.workplace : path === '/' ? '' : /^\/(login|app)(\/|$)/.test(path) ? lists.login : '';
  (files || '').split(' ').forEach(function (file) {
    if (!file) return;
    var link = document.createElement('link');
    var isStyle = file.slice(-4) === '.css';
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  });
})();
