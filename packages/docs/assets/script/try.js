// "Try it": a form of the operation. The server of the site sends its requests; other sites have no form.
import { element, loadScript } from './elements.js';
import { callTry, isSent, readBody, sendInput, startSession } from './try-call.js';

/**
 * @typedef {{ name: string, in: string, type: string, required?: true, values?: string[], default?: unknown, encoding?: string, sample?: string[], examples?: [name: string, value: string][] }} TriedField
 * @typedef {{ method: string, path: string, parameters: TriedField[], upgrades?: true | 'websocket',
 *   body?: { required: boolean, mediaTypes: string[], mediaType?: string, text?: string } }} TriedOperation
 * @typedef {{ version: string, operations: Record<string, TriedOperation> }} TriedVersion
 * @typedef {{ field: TriedField, control: HTMLInputElement | HTMLSelectElement }} Control
 */

/** The path on which an engine reports its events. */
const eventsPath = '/events';
/** How long events are awaited after a response, in milliseconds. */
const eventsTime = 400;

export function startTry() {
  const call = document.querySelector('.operation .call');
  const { try: target, version = '', root = '', page = '' } = document.documentElement.dataset;
  if (!call || !target) return;
  const button = /** @type {HTMLButtonElement} */ (element('button', 'button try-open', 'Try it'));
  button.type = 'button';
  button.setAttribute('aria-expanded', 'false');
  /** @type {HTMLElement | undefined} */
  let panel;
  button.addEventListener('click', async () => {
    if (panel) panel.hidden = !panel.hidden;
    else {
      panel = element('section', 'try');
      panel.setAttribute('aria-label', 'Try it');
      call.after(panel);
      const { ladingTry } = /** @type {{ ladingTry?: TriedVersion }} */ (/** @type {unknown} */ (window));
      if (!ladingTry) await loadScript(`v${version}/try-data.js`);
      const { ladingTry: loaded } = /** @type {{ ladingTry?: TriedVersion }} */ (/** @type {unknown} */ (window));
      const operation = loaded?.operations[page];
      if (operation) fillPanel(panel, operation, { version, root, target });
      else panel.append('The form cannot be loaded.');
    }
    button.setAttribute('aria-expanded', String(!panel.hidden));
  });
  call.append(' ', button);
}

/** What responds, by the kind of the target. @type {Record<string, string>} */
const responders = {
  engine: 'An engine of your own, in the server of this page. Its containers run simulated programs.',
  mocks:
    'Mocks in the server of this page respond, with examples of the document or generated data, and keep what you create.',
};

/** @param {HTMLElement} panel @param {TriedOperation} operation @param {{ version: string, root: string, target: string }} site */
function fillPanel(panel, operation, { version, root, target }) {
  const isEngine = target === 'engine';
  const controls = operation.parameters.map(controlOf);
  const form = element('div', 'try-fields', ...controls.map(({ row }) => row));
  const body = operation.body && bodyOf(operation.body);
  if (body) form.append(body.row);
  const send = buttonOf('Send', 'button');
  const stop = buttonOf('Stop', 'button');
  const reset = buttonOf(isEngine ? 'Reset the sandbox' : 'New session', 'button');
  stop.hidden = true;
  const status = element('p', 'try-status');
  status.setAttribute('role', 'status');
  const output = element('div', 'try-output');
  const events = element('div', 'try-events');
  panel.append(
    element('p', 'quiet text', responders[target] ?? 'The server of this page sends the request.'),
    form,
    element('p', 'try-buttons', send, ' ', stop, ' ', reset),
    status,
    output,
    events,
  );
  /** @type {{ token: string } | undefined} */
  let session;
  /** @type {string[]} */
  let reported = [];
  const begin = async (/** @type {boolean} */ keeps) => {
    session = await startSession(root, keeps);
    if (!isEngine) return session;
    const { token } = session;
    // The events of the whole session; those of a request are shown with its response.
    const watch = await callTry(root, token, { method: 'GET', path: eventsPath, version, headers: {} });
    void readBody(watch, (text) => reported.push(...text.split('\n').filter((line) => line.trim() !== ''))).catch(
      () => undefined,
    );
    return session;
  };
  /** @type {AbortController | undefined} */
  let running;
  stop.addEventListener('click', () => running?.abort());
  reset.addEventListener('click', async () => {
    running?.abort();
    output.replaceChildren();
    events.replaceChildren();
    status.textContent = 'Starting …';
    try {
      await begin(false);
      status.textContent = 'A new one is ready.';
    } catch (error) {
      status.textContent = messageOf(error);
    }
  });
  send.addEventListener('click', async () => {
    const invalid = controls.find(({ field, control }) => field.in === 'path' && control.value === '');
    if (invalid) {
      status.textContent = `${invalid.field.name} is a part of the path.`;
      return invalid.control.focus();
    }
    running?.abort();
    const abort = (running = new AbortController());
    output.replaceChildren();
    events.replaceChildren();
    status.textContent = session ? 'Sending …' : isEngine ? 'Starting a sandbox …' : 'Sending …';
    try {
      const { token } = session ?? (await begin(true));
      reported = [];
      const request = requestOf(operation, controls, body?.mediaType());
      const response = await callTry(
        root,
        token,
        { ...request, version, ...(operation.upgrades && { upgrades: operation.upgrades }) },
        body?.content(),
        abort.signal,
      );
      const { head } = response;
      if (head.error !== undefined) throw new Error(head.error);
      status.replaceChildren(
        'Response ',
        element('code', `status s${head.status ?? ''}`, String(head.status)),
        ` ${head.statusText ?? ''}`,
      );
      if (head.stream !== undefined)
        output.append(terminalOf((text) => sendInput(root, token, head.stream ?? '', text)));
      await showResponse(response, output, stop, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) status.textContent = messageOf(error);
    }
    stop.hidden = true;
    await new Promise((done) => setTimeout(done, eventsTime));
    if (isEngine && !abort.signal.aborted && running === abort) showEvents(events, reported);
  });
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Shows the headers and the body of a response, as they come. @param {import('./try-call.js').TriedResponse} response @param {HTMLElement} output @param {HTMLElement} stop @param {AbortSignal} signal */
async function showResponse(response, output, stop, signal) {
  const { head } = response;
  const headers = head.headers ?? [];
  const list = element(
    'dl',
    'try-headers',
    ...headers.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]),
  );
  output.prepend(element('details', '', element('summary', '', `${headers.length} headers`), list));
  const shown = element('pre', 'try-body');
  shown.tabIndex = 0;
  shown.setAttribute('role', 'log');
  shown.setAttribute('aria-label', 'Body of the response');
  output.append(shown);
  // A response that has not ended after a moment is a stream.
  const late = setTimeout(() => (stop.hidden = false), 500);
  const { text, bytes, isText } = await readBody(response, (part) => {
    shown.textContent = ((shown.textContent ?? '') + part).slice(-200_000);
    shown.scrollTop = shown.scrollHeight;
  }).finally(() => clearTimeout(late));
  if (signal.aborted) return;
  if (!isText) shown.textContent = `Binary data, ${bytes} bytes.`;
  else if (bytes === 0) shown.replaceWith(element('p', 'quiet text', 'No body.'));
  else shown.textContent = formatted(text).slice(0, 200_000);
}

/** @param {string} text */
function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {HTMLElement} box @param {string[]} lines */
function showEvents(box, lines) {
  if (lines.length === 0) return;
  const items = lines.map((line) => {
    /** @type {{ Type?: string, Action?: string, Actor?: { ID?: string, Attributes?: { name?: string } } }} */
    let event = {};
    try {
      event = JSON.parse(line);
    } catch {
      // A line that is none is shown as it is.
    }
    const { Type = line, Action = '', Actor } = event;
    return element(
      'li',
      '',
      element('code', '', `${Type} ${Action}`.trim()),
      ` ${Actor?.Attributes?.name ?? Actor?.ID?.slice(0, 12) ?? ''}`,
    );
  });
  box.replaceChildren(element('h2', '', 'Events'), element('ul', '', ...items));
}

/** Returns the input of a small terminal, whose output is the body. @param {(text: string) => Promise<unknown>} input */
function terminalOf(input) {
  const field = /** @type {HTMLInputElement} */ (element('input', ''));
  field.setAttribute('aria-label', 'Input of the terminal');
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.placeholder = 'ls /';
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { value } = field;
    field.value = '';
    void input(`${value}\n`);
  });
  const end = buttonOf('End the input', 'button');
  end.addEventListener('click', () => void input(''));
  return element('p', 'try-terminal', element('span', 'quiet', '$ '), field, ' ', end);
}

/** @param {string} text @param {string} className */
function buttonOf(text, className) {
  const button = /** @type {HTMLButtonElement} */ (element('button', className, text));
  button.type = 'button';
  return button;
}

/** @param {TriedField} field @param {number} at */
function controlOf(field, at) {
  const { name, in: place, type, values, required, sample } = field;
  const choices = values ?? (/^boolean/.test(type) ? ['true', 'false'] : undefined);
  const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (element(choices ? 'select' : 'input', ''));
  control.id = `try-${at}`;
  if (control instanceof HTMLSelectElement)
    control.append(...['', ...(choices ?? [])].map((value) => new Option(value === '' ? 'not sent' : value, value)));
  else {
    control.autocomplete = 'off';
    control.spellcheck = false;
    control.placeholder = field.default === undefined ? '' : String(field.default);
  }
  if (sample && (required || place === 'path' || place === 'query')) control.value = sample.join(',');
  const label = /** @type {HTMLLabelElement} */ (
    element(
      'label',
      '',
      element('code', '', name),
      ' ',
      element('small', 'quiet', `${place}, ${type}${required ? ', required' : ''}`),
    )
  );
  label.htmlFor = control.id;
  return { field, control, row: element('div', 'try-field', label, control, ...menuOf(field, control)) };
}

/** Returns the menu of the examples of a parameter, if it has several. @param {TriedField} field @param {HTMLInputElement | HTMLSelectElement} control */
function menuOf({ name, examples = [] }, control) {
  if (examples.length < 2) return [];
  const menu = /** @type {HTMLSelectElement} */ (element('select', ''));
  menu.setAttribute('aria-label', `Example of ${name}`);
  menu.append(new Option('Examples', ''), ...examples.map(([title, value]) => new Option(title, value)));
  menu.addEventListener('change', () => {
    if (menu.value !== '') control.value = menu.value;
  });
  return [menu];
}

/** @param {NonNullable<TriedOperation['body']>} body */
function bodyOf({ mediaTypes, mediaType, text, required }) {
  const isJson = text !== undefined;
  const control = /** @type {HTMLTextAreaElement | HTMLInputElement} */ (element(isJson ? 'textarea' : 'input', ''));
  control.id = 'try-body';
  if (control instanceof HTMLTextAreaElement) {
    control.value = text ?? '';
    control.rows = Math.min(16, (text ?? '').split('\n').length + 1);
    control.spellcheck = false;
  } else control.type = 'file';
  const label = /** @type {HTMLLabelElement} */ (
    element(
      'label',
      '',
      element('code', '', 'body'),
      ' ',
      element('small', 'quiet', `${mediaType ?? mediaTypes[0] ?? ''}${required ? ', required' : ''}`),
    )
  );
  label.htmlFor = control.id;
  return {
    row: element('div', 'try-field is-wide', label, control),
    mediaType: () => {
      const declared = mediaType ?? mediaTypes[0];
      const file = control instanceof HTMLInputElement ? control.files?.[0] : undefined;
      // A range, such as `image/*`, is no media type of a body.
      return file && declared?.includes('*') ? file.type || 'application/octet-stream' : declared;
    },
    content: () => (control instanceof HTMLInputElement ? control.files?.[0] : control.value),
  };
}

/** @param {TriedOperation} operation @param {Control[]} controls @param {string | undefined} mediaType */
function requestOf({ method, path, body }, controls, mediaType) {
  const filled = controls.filter(({ control }) => control.value !== '');
  const pathWithValues = controls
    .filter(({ field }) => field.in === 'path')
    .reduce(
      (found, { field, control }) =>
        found.replace(`{${field.name}}`, () =>
          encodeURIComponent(control.value).replaceAll('%2F', '/').replaceAll('%3A', ':'),
        ),
      path,
    );
  const query = new URLSearchParams();
  /** @type {Record<string, string>} */
  const headers = body && mediaType ? { 'content-type': mediaType } : {};
  for (const { field, control } of filled) {
    const { name, in: place, encoding = '' } = field;
    const value = control.value;
    if (place === 'query' && encoding.startsWith('repeated'))
      for (const item of value.split(',')) query.append(name, item);
    else if (place === 'query') query.append(name, value);
    else if (place === 'header')
      headers[name] = encoding.includes('base64') && /^\s*[{[]/.test(value) ? base64Url(value) : value;
    else if (place === 'cookie') headers['cookie'] = [headers['cookie'], `${name}=${value}`].filter(isSent).join('; ');
    else if (place === 'querystring') for (const [key, each] of new URLSearchParams(value)) query.append(key, each);
  }
  const queryText = String(query);
  return { method, path: queryText === '' ? pathWithValues : `${pathWithValues}?${queryText}`, headers };
}

/** @param {string} text */
function base64Url(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
