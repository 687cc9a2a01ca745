// Runs before the first paint, as a file of its own because the content security policy allows no inline script: chooses
// colours and first look for this visitor and address, and begins the program when that look is painted.
(function () {
  var isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // Where the build put the files (scripts/preload-by-address.ts); the development server begins the program itself.
  var files = document.currentScript.dataset;
  if (!files.program) return;

  var path = window.location.pathname;
  var store = null;
  var session = null;
  try {
    store = window.localStorage;
    session = JSON.parse(store.getItem('scriba.session'));
  } catch {
    // Without storage nobody is signed in.
  }
  var isApp = /^\/app(\/|$)/.test(path);
  var isWorkplace = session !== null && (isApp || path === '/' || path === '/login');
  var list = isWorkplace ? files.workplace : isApp || /^\/login/.test(path) ? files.login : '';
  var look = chooseLook();

  /** The template of index.html (scripts/first-looks.mjs) that this address shows; none where the program decides. */
  function chooseLook() {
    if (/access_token|[?&#]code=|error|type=recovery/.test(window.location.search + window.location.hash)) return '';
    if (!session) return path === '/' ? 'landing' : path === '/login' || isApp ? 'login' : '';
    // A session at its end is renewed first, which may take a while or fail.
    var lasts = session.expires_at > Date.now() / 1000 + 90 && store.getItem('scriba.left') === null;
    return isApp && lasts ? 'workplace' : '';
  }

  function addLink(rel, file) {
    var link = document.createElement('link');
    link.rel = rel;
    if (rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
    return link;
  }

  var styles = list.split(' ').filter(function (file) {
    return file.slice(-4) === '.css';
  });
  styles.forEach(function (file) {
    addLink('preload', file);
  });

  /** Only once the head has been read: the looks of every page stand first, for these build on them. */
  function style() {
    return Promise.all(
      styles.map(function (file) {
        return new Promise(function (resolve, reject) {
          var link = addLink('stylesheet', file);
          link.onload = resolve;
          link.onerror = reject;
        });
      }),
    );
  }

  /** What this browser knows and the build could not. */
  function fit(drawn) {
    var banner = drawn.querySelector('[data-cookie-banner]');
    if (banner && store && store.getItem('scriba.cookies-accepted') !== null) banner.remove();
    if (look !== 'workplace') return;
    var welcome = drawn.querySelector('[data-welcome]');
    welcome.textContent = welcome.textContent.replace('medico@studio.invalid', session.user.email);
    if (store.getItem('scriba.menu-collapsed') === 'true') drawn.querySelector('aside').dataset.collapsed = 'true';
    if (path !== '/app') drawn.querySelector('main').replaceChildren();
  }

  function show() {
    var root = document.getElementById('root');
    var drawn = document.querySelector('template[data-look="' + look + '"]').content;
    fit(drawn);
    root.dataset.look = look;
    // The landing page is read and left as it stands; forms and menus wait for the program.
    root.inert = look !== 'landing';
    root.replaceChildren(drawn);
  }

  function begin() {
    list.split(' ').forEach(function (file) {
      if (file.slice(-3) === '.js') addLink('modulepreload', file);
    });
    var program = document.createElement('script');
    program.type = 'module';
    program.crossOrigin = '';
    program.src = files.program;
    document.head.append(program);
  }

  function beginAfterPaint() {
    // A page that nobody sees is not painted.
    if (document.visibilityState !== 'visible') begin();
    else
      window.requestAnimationFrame(function () {
        window.setTimeout(begin);
      });
  }

  if (!look) begin();
  else {
    // As soon as the root has been read, and so before anything else is painted.
    var reading = new MutationObserver(function () {
      var root = document.getElementById('root');
      if (!root || !root.nextElementSibling) return;
      reading.disconnect();
      if (styles.length === 0) {
        show();
        beginAfterPaint();
      } else style().then(show).then(beginAfterPaint, begin);
    });
    reading.observe(document.documentElement, { childList: true, subtree: true });
  }
})();
