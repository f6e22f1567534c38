// What a reader does with a page: copies it as Markdown, copies a link to a place on it, prints a whole group.
import { element } from './elements.js';

export function startPageActions() {
  startMarkdownCopy(/** @type {HTMLButtonElement | null} */ (document.querySelector('.copy-page')));
  startGroupPrint(/** @type {HTMLButtonElement | null} */ (document.querySelector('.print-group')));
  const status = element('p', 'unseen');
  status.setAttribute('role', 'status');
  document.querySelector('main')?.append(status);
  document.addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest('a.anchor');
    if (!(link instanceof HTMLAnchorElement)) return;
    void copied(link.href).then((isCopied) => {
      if (!isCopied) return;
      status.textContent = 'Link copied';
      link.dataset.copied = 'Link copied';
      setTimeout(() => {
        delete link.dataset.copied;
        status.textContent = '';
      }, 1500);
    });
  });
}

/** @param {string} text @returns {Promise<boolean>} whether the browser allows it */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {HTMLButtonElement | null} button */
function startMarkdownCopy(button) {
  button?.addEventListener('click', async () => {
    const { textContent: title } = button;
    const link = document.querySelector('footer a[href$=".md"]');
    const response = await fetch(link?.getAttribute('href') ?? '').catch(() => undefined);
    const isCopied = response?.ok === true && (await copied(await response.text()));
    button.textContent = isCopied ? 'Copied' : 'It cannot be copied';
    setTimeout(() => (button.textContent = title), 1500);
  });
}

/** Prints the pages of all operations of a group after its own. @param {HTMLButtonElement | null} button */
function startGroupPrint(button) {
  button?.addEventListener('click', async () => {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.operations li > a'));
    const { textContent: title } = button;
    const all = element('div', 'print-only');
    for (const [at, link] of [...links].entries()) {
      button.textContent = `Loading ${at + 1} of ${links.length} …`;
      const response = await fetch(link.href).catch(() => undefined);
      if (!response?.ok) continue;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const heading = page.querySelector('h1');
      const operation = page.querySelector('article.operation');
      // Places of several pages may have the same anchor.
      for (const place of operation?.querySelectorAll('[id]') ?? []) place.removeAttribute('id');
      operation?.removeAttribute('id');
      if (heading && operation) all.append(heading, operation);
    }
    button.textContent = title;
    document.querySelector('main')?.append(all);
    addEventListener('afterprint', () => all.remove(), { once: true });
    print();
  });
}
