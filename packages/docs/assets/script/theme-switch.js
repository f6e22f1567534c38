// Switches between the light and the dark theme. The default is the system's setting.
import { store } from './storage.js';

export function startTheme() {
  const root = document.documentElement;
  document.getElementById('theme')?.addEventListener('click', () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    store('lading-theme', root.dataset.theme);
  });
}
