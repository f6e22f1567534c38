// Code panels: a header bar with a copy button, and with tabs where there are several samples. The chosen tab is kept
// for the whole site. A long sample is folded, with a button that shows all of it.
import { startTabs } from './elements.js';
import { foldable } from './folded-code.js';
import { stored, store } from './storage.js';

/** @returns {() => void} folds long code, when the page has its final layout */
export function startCodePanels() {
  const tabbed = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.tabs'));
  const folds = [...tabbed].map(startPanels);
  for (const block of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main pre'))) {
    if (block.closest('.tabs')) continue;
    const panel = document.createElement('div');
    panel.className = 'panel';
    block.replaceWith(panel);
    const bar = barWith([]);
    bar.append(copyButton(() => block));
    panel.append(bar, block);
    folds.push(foldable(panel, () => block));
  }
  return () => folds.forEach((fold) => fold());
}

/** @param {HTMLElement} tabs @returns {() => void} */
function startPanels(tabs) {
  const panels = /** @type {HTMLElement[]} */ ([...tabs.querySelectorAll('.tab')]);
  const { tabs: name, label = '' } = tabs.dataset;
  const title = document.createElement('b');
  title.textContent = label;
  const bar = barWith([title]);
  tabs.prepend(bar);
  const shown = () => panels.find((panel) => !panel.hidden)?.querySelector('pre') ?? undefined;
  const updateFold = foldable(tabs, shown);
  if (panels.length > 1 && name) bar.append(tabList(panels, name, label, updateFold));
  else title.textContent = panels[0]?.querySelector('h2')?.textContent ?? label;
  if (tabs.querySelector('pre')) bar.append(copyButton(shown));
  return updateFold;
}

/** @param {HTMLElement[]} panels @param {string} name @param {string} label @param {() => void} onSelect @returns {HTMLElement} */
function tabList(panels, name, label, onSelect) {
  const list = document.createElement('div');
  const show = (/** @type {number} */ chosen) => panels.forEach((panel, at) => (panel.hidden = at !== chosen));
  const titleOf = (/** @type {HTMLElement} */ { dataset: { title = '' } }) => [title];
  const { buttons, select } = startTabs(list, label, panels, `${name}-tab`, titleOf, show);
  panels.forEach((panel, at) => {
    panel.id ||= `${name}-panel-${at}`;
    buttons[at]?.setAttribute('aria-controls', panel.id);
    buttons[at]?.addEventListener('click', () => {
      onSelect();
      store(`lading-${name}`, panel.dataset.tab ?? '');
    });
  });
  const choice = stored(`lading-${name}`);
  select(
    Math.max(
      0,
      panels.findIndex((panel) => panel.dataset.tab === choice),
    ),
  );
  return list;
}

/** @param {HTMLElement[]} parts */
function barWith(parts) {
  const bar = document.createElement('div');
  bar.className = 'panel-bar';
  bar.append(...parts);
  return bar;
}

/** @param {() => Element | undefined} shown the code to copy */
function copyButton(shown) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const block = shown();
    if (!block) return;
    try {
      await navigator.clipboard.writeText(block.textContent ?? '');
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(block);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return button;
}
