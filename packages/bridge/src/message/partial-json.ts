/** Decodes only the values of a JSON text that are needed, and keeps the text of all others as it was written. */
import { randomBytes } from 'node:crypto';
import { isList, isRecord, pathOf } from '@lading/runtime-overlay';
import { jsonOf, parseAsText } from '@lading/runtime-wire/json';
import { branchOf, type Branch } from './needed-paths.js';
import { SparseReader, type Source } from './sparse-reader.js';

/** The property with the index of the text around an object's values: drawn for each process, so that no message can contain it. */
const sourceName = `source ${randomBytes(12).toString('base64url')}`;

/** @param paths of the values that are needed, as in conversion rules */
export function partialJsonOf(paths: readonly string[]): (() => PartialJson) | undefined {
  const root = branchOf(paths.map((path) => pathOf(path)));
  return root.isWhole ? undefined : () => new PartialJson(root);
}

/** Decodes one text and encodes the value again. */
export class PartialJson {
  #text = '';
  #sources: readonly Source[] = [];

  constructor(private readonly root: Branch) {}

  /**
   * Returns the value, in which one property stands for all properties that are not needed.
   *
   * @throws SyntaxError if the text is not JSON; what is not needed is not checked
   */
  parse(text: string): unknown {
    const reader = new SparseReader(text, sourceName);
    const { value, isUsual } = reader.read(this.root);
    // Whatever is unusual is decoded as a whole, and mistakes are reported from there.
    if (!isUsual) return parseAsText(text);
    this.#text = text;
    this.#sources = reader.sources;
    return value;
  }

  /** Returns a value that was parsed, and converted since, as JSON. */
  textOf(value: unknown): string {
    return this.#sources.length === 0 ? jsonOf(value) : (this.#textOf(value) ?? 'null');
  }

  #textOf(value: unknown): string | undefined {
    if (isList(value)) {
      let text = '';
      for (const entry of value) text += `${text === '' ? '[' : ','}${this.#textOf(entry) ?? 'null'}`;
      return text === '' ? '[]' : `${text}]`;
    }
    if (!isRecord(value)) return value === undefined ? undefined : jsonOf(value);
    const source = this.#sources[value[sourceName] as number];
    return source === undefined ? `{${this.#membersOf(value, () => true)}}` : this.#around(source, value);
  }

  /** Writes the properties of an object into the text of the others. */
  #around({ start, end, parts }: Source, value: Readonly<Record<string, unknown>>): string {
    const isSame = parts.every((part) => part.name === undefined || value[part.name] === part.value);
    const added = this.#membersOf(value, (name) => name !== sourceName && !parts.some((part) => part.name === name));
    if (isSame) return added === '' ? this.#text.slice(start, end) : `${this.#text.slice(start, end - 1)},${added}}`;
    let text = '';
    for (const part of parts) {
      const { name } = part;
      const isKept = name === undefined || value[name] === part.value;
      const member = isKept ? this.#text.slice(part.start, part.end) : this.#memberOf(name, value[name]);
      if (member !== '') text += `${text === '' ? '{' : ','}${member}`;
    }
    return added === '' ? `${text}}` : `${text},${added}}`;
  }

  #membersOf(value: Readonly<Record<string, unknown>>, isWritten: (name: string) => boolean): string {
    let text = '';
    for (const name of Object.keys(value)) {
      const member = isWritten(name) ? this.#memberOf(name, value[name]) : '';
      if (member !== '') text += text === '' ? member : `,${member}`;
    }
    return text;
  }

  #memberOf(name: string, value: unknown): string {
    const text = this.#textOf(value);
    return text === undefined ? '' : `${JSON.stringify(name)}:${text}`;
  }
}
