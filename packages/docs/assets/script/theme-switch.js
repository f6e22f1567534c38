// Light or dark, as the system says or as the reader chooses.
import { keep } from './keep.js';

export function startTheme() {
  const root = document.documentElement;
  document.getElementById('theme')?.addEventListener('click', () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    keep('lading-theme', root.dataset.theme);
  });
}
