// Runs before the page is drawn: applies the stored theme and marks that scripts are available.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  // Pages from the disk cannot read other files.
  root.classList.toggle('served', location.protocol.startsWith('http'));
  try {
    const theme = localStorage.getItem('lading-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('lading-differs') === 'only') root.classList.add('differs-only');
  } catch {
    // A browser may deny storage to pages from the file system; the page works without it.
  }
})();
