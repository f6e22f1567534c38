// Before anything is drawn: the colours that the reader chose, and that there is a script at all.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const theme = localStorage.getItem('lading-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('lading-differs') === 'only') root.classList.add('differs-only');
  } catch {
    // A browser may keep nothing for files; the page works without.
  }
})();
