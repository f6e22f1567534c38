/** The variables, arrays and fields of a program of awk. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError } from '../command.js';
import { posixExpression } from '../text/regular-expression.js';
import { Fields, splitText } from './fields.js';
import { unescapeString } from './tokens.js';
import { InputText, isTrue, toNumber, toText, type Value } from './values.js';

/** A variable: a value or an array. */
export interface Cell {
  value: Value;
  array?: Map<string, Value> | undefined;
  /** The variable that was passed, and becomes an array when this one does. */
  readonly origin?: Cell;
}

/** The bytes that a string may have: an expression reads all of it before others have their turn. */
export const maxText = 1 << 22;
/** The bytes that the elements of all arrays may have. */
const maxStored = 1 << 27;

export class Memory {
  readonly globals = new Map<string, Cell>();
  /** The parameters of the function that runs. */
  locals: ReadonlyMap<string, Cell> = new Map();
  readonly fields: Fields;
  readonly #expressions = new Map<string, LinearExpression>();
  #stored = 0;

  /** @param args the name of the program, files and assignments */
  constructor(args: readonly string[], environment: ReadonlyMap<string, string>) {
    this.fields = new Fields(
      (text) => splitText(text, this.separator(this.text('FS'))),
      (fields) => this.limited(fields.map((field) => this.toText(field)).join(this.text('OFS'))),
    );
    const usual = {
      FS: ' ',
      OFS: ' ',
      ORS: '\n',
      RS: '\n',
      SUBSEP: '\x1c',
      CONVFMT: '%.6g',
      OFMT: '%.6g',
      NR: 0,
      FNR: 0,
      RSTART: 0,
      RLENGTH: -1,
      FILENAME: '',
      ARGC: args.length,
    };
    for (const [name, value] of Object.entries(usual)) this.cell(name).value = value;
    const arrayOfTexts = (entries: Iterable<readonly [string, string]>): Map<string, Value> =>
      new Map([...entries].map(([name, text]): [string, Value] => [name, new InputText(text)]));
    this.cell('ENVIRON').array = arrayOfTexts(environment);
    this.cell('ARGV').array = arrayOfTexts(args.map((text, index) => [String(index), text] as const));
  }

  cell(name: string): Cell {
    const local = this.locals.get(name);
    if (local !== undefined) return local;
    let cell = this.globals.get(name);
    if (cell === undefined) this.globals.set(name, (cell = { value: undefined }));
    return cell;
  }

  array(name: string): Map<string, Value> {
    return arrayOf(this.cell(name));
  }

  text(name: string): string {
    const { value } = this.globals.get(name) ?? { value: '' };
    return typeof value === 'string' ? value : toText(value, '%.6g');
  }

  toText(value: Value): string {
    return toText(value, this.text('CONVFMT'));
  }

  limited(text: string): string {
    if (text.length > maxText) throw new CommandError('out of memory');
    return text;
  }

  store(array: Map<string, Value>, key: string, value: Value): void {
    const size = (stored: Value): number =>
      typeof stored === 'string' ? stored.length : typeof stored === 'object' ? stored.text.length : 8;
    this.#stored += (array.has(key) ? -size(array.get(key)) : key.length + 64) + size(value);
    if (this.#stored > maxStored) throw new CommandError('out of memory');
    array.set(key, value);
  }

  assignName(name: string, value: Value): void {
    if (name === 'NF' && !this.locals.has('NF')) this.fields.count = Math.trunc(toNumber(value));
    else this.cell(name).value = value;
  }

  /** Carries out `name=value`. @returns false if the text is no assignment */
  assignText(text: string): boolean {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) return false;
    this.assignName(name, new InputText(unescapeString(value)));
    return true;
  }

  expression(source: string): LinearExpression {
    const ignoresCase = isTrue(this.globals.get('IGNORECASE')?.value);
    const key = `${ignoresCase ? 'i' : ' '}${source}`;
    let expression = this.#expressions.get(key);
    if (expression === undefined) {
      if (this.#expressions.size > 500) this.#expressions.clear();
      this.#expressions.set(key, (expression = posixExpression(source, true, ignoresCase)));
    }
    return expression;
  }

  separator(text: string): string | LinearExpression {
    return text.length <= 1 && text !== '\\' ? text : this.expression(text);
  }
}

function arrayOf(cell: Cell): Map<string, Value> {
  cell.array ??= cell.origin === undefined ? new Map<string, Value>() : arrayOf(cell.origin);
  return cell.array;
}
