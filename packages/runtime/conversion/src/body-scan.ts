/** Tells from the bytes of a JSON body whether a conversion may change it, in one pass and without decoding it. */
import { isRecord } from './json.js';
import { pathOf, renamedFrom, type Segment } from './path.js';
import type { HookRule, Rule, RuleValue } from './rule.js';

/** A place in a JSON body where a conversion changes something. */
export interface Touch {
  /** The path of a value, as in rules. */
  readonly body: string;
  /** Only these values are changed; without them, any value is. */
  readonly is?: readonly (string | boolean | null)[];
  /** The value is written where it is absent or null, rather than changed where it exists. */
  readonly isDefault?: boolean;
}

/**
 * Whether a JSON body may have a place that is changed. Also true for what is not JSON.
 *
 * @param includes tells whether the body has a text of ASCII; searching a few names is faster than reading a long body
 */
export type MayChange = (body: Uint8Array, includes?: (text: string) => boolean) => boolean;

/** Returns where a rule about a response body acts; undefined for a rule that may act on any body. */
export function touchOf(rule: Exclude<Rule, HookRule>): Touch | undefined {
  const { body } = rule.at;
  // No path leads to every depth of a recursive schema.
  if (body === undefined || rule.recursion !== undefined) return undefined;
  switch (rule.rule) {
    case 'drop':
      return { body, ...valuesOf(rule.when) };
    case 'replace':
      return { body, ...(isSimple(rule.from) && { is: [rule.from] }) };
    case 'default':
      return typeof pathOf(body).at(-1) === 'object' ? { body, isDefault: true } : undefined;
    case 'rename':
      return { body: renamedFrom(body, rule.from) };
    // Losses of responses are not reported.
    case 'warn':
      return { body, is: [] };
    default:
      return undefined;
  }
}

/** The values for which a condition about the place itself holds. */
function valuesOf(when: Rule['when']): Pick<Touch, 'is'> {
  const [condition, ...others] = when ?? [];
  if (condition === undefined || others.length > 0 || condition.of !== '' || condition.not !== undefined) return {};
  const { is } = condition;
  return typeof is === 'object' && is.every(isSimple) ? { is } : {};
}

/** Whether a value has one spelling, except for escapes. */
function isSimple(value: RuleValue): value is string | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

export function bodyScan(touches: readonly Touch[]): MayChange {
  const whole = rootOf(touches);
  const defaults = touches.filter(({ isDefault }) => isDefault === true);
  const rootOfDefaults = rootOf(defaults);
  const names = touches.filter((touch) => !defaults.includes(touch)).map(({ body }) => nameIn(body));
  return (body, includes) => {
    const isNamed = includes === undefined || includes(escapeOfAscii) || names.some((name) => includes(name));
    if (isNamed) return new BodyScan(body).mayChange(whole);
    return defaults.length > 0 && new BodyScan(body).mayChange(rootOfDefaults);
  };
}

/** How an escape begins that may be in the spelling of a name. */
const escapeOfAscii = '\\u00';

/**
 * Returns the end of a text that a body has to have for a path to exist: the last name, with the quote behind it. The quote before it
 * would be found everywhere.
 */
function nameIn(path: string): string {
  const names = pathOf(path).flatMap((segment) => (typeof segment === 'object' ? [segment.name] : []));
  return `${names.at(-1) ?? ''}"`;
}

function rootOf(touches: readonly Touch[]): ScanBranch {
  return branchOf(touches.map((touch) => ({ path: pathOf(touch.body), touch })));
}

/** A node of the tree of paths. */
interface ScanBranch {
  /** Whether any value here is changed. */
  readonly isChanged: boolean;
  /** The values that are changed, as JSON. */
  readonly literals: readonly Uint8Array[];
  readonly properties: readonly Property[];
  readonly entries: ScanBranch | undefined;
  readonly values: ScanBranch | undefined;
  /** A bit for each property that must exist. */
  readonly required: number;
}

interface Property {
  readonly name: Uint8Array;
  readonly branch: ScanBranch;
  /** The bit of a property that must exist. */
  readonly bit: number;
}

interface TouchPath {
  readonly path: readonly Segment[];
  readonly touch: Touch;
}

const utf8 = new TextEncoder();

function branchOf(paths: readonly TouchPath[]): ScanBranch {
  const behind = (is: (segment: Segment) => boolean): readonly TouchPath[] =>
    paths.flatMap(({ path: [first, ...rest], touch }) =>
      first !== undefined && is(first) ? [{ path: rest, touch }] : [],
    );
  const branch = (rest: readonly TouchPath[]): ScanBranch | undefined =>
    rest.length === 0 ? undefined : branchOf(rest);
  const here = paths.flatMap(({ path, touch }) => (path.length === 0 && touch.isDefault !== true ? [touch] : []));
  const names = [...new Set(paths.flatMap(({ path: [first] }) => (isRecord(first) ? [String(first['name'])] : [])))];
  let required = 0;
  const properties = names.map((name, index): Property => {
    const rest = behind((segment) => typeof segment === 'object' && segment.name === name);
    const bit = rest.some(({ path, touch }) => path.length === 0 && touch.isDefault === true) ? 1 << (index & 31) : 0;
    required |= bit;
    return { name: utf8.encode(name), branch: branchOf(rest), bit };
  });
  return {
    // Bits for more properties than a number has are not worth it.
    isChanged: here.some(({ is }) => is === undefined) || (required !== 0 && names.length > 31),
    literals: here.flatMap(({ is = [] }) => is.map((value) => utf8.encode(JSON.stringify(value)))),
    properties,
    entries: branch(behind((segment) => segment === '[]')),
    values: branch(behind((segment) => segment === '{}')),
    required,
  };
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [space, letterN] = [0x20, 0x6e];

/** Reads one body. Each method begins at the current position, and ends behind what it has read. */
class BodyScan {
  #at = 0;
  #isBroken = false;

  constructor(private readonly body: Uint8Array) {}

  mayChange(root: ScanBranch): boolean {
    return this.#value(root) || this.#isBroken;
  }

  #value(branch: ScanBranch): boolean {
    if (branch.isChanged) return true;
    this.#space();
    const { body } = this;
    const first = body[this.#at];
    if (branch.literals.length > 0 && this.#isOneOf(branch.literals)) return true;
    if (first === openObject && (branch.properties.length > 0 || branch.values !== undefined)) {
      return this.#object(branch);
    }
    if (first === openArray && branch.entries !== undefined) return this.#array(branch.entries);
    this.#skip();
    return false;
  }

  #object({ properties, values, required }: ScanBranch): boolean {
    const { body } = this;
    let found = 0;
    this.#at += 1;
    for (;;) {
      this.#space();
      const mark = body[this.#at];
      if (mark === closeObject) break;
      if (mark === comma) {
        this.#at += 1;
        continue;
      }
      const start = this.#at + 1;
      if (mark !== quote || !this.#string()) return true;
      const end = this.#at - 1;
      this.#space();
      if (body[this.#at] !== colon) return true;
      this.#at += 1;
      this.#space();
      const property = this.#named(properties, start, end);
      if (property !== undefined && body[this.#at] !== letterN) found |= property.bit;
      const begin = this.#at;
      if (values !== undefined && this.#value(values)) return true;
      if (property !== undefined) {
        this.#at = begin;
        if (property.bit !== 0 && body[begin] === letterN) return true;
        if (this.#value(property.branch)) return true;
      } else if (values === undefined) this.#skip();
      if (this.#isBroken) return true;
    }
    this.#at += 1;
    return found !== required;
  }

  #array(entries: ScanBranch): boolean {
    this.#at += 1;
    for (;;) {
      this.#space();
      const mark = this.body[this.#at];
      if (mark === closeArray) break;
      if (mark === comma) this.#at += 1;
      else if (this.#value(entries) || this.#isBroken) return true;
    }
    this.#at += 1;
    return false;
  }

  #named(properties: readonly Property[], start: number, end: number): Property | undefined {
    for (const property of properties) {
      const { name } = property;
      if (name.length === end - start && this.#equals(name, start)) return property;
    }
    return undefined;
  }

  #equals(bytes: Uint8Array, start: number): boolean {
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.body[start + index] !== bytes[index]) return false;
    }
    return true;
  }

  /** Whether the value is one of the literals, or a string with escapes, which may be. */
  #isOneOf(literals: readonly Uint8Array[]): boolean {
    const begin = this.#at;
    const isEscaped = this.body[begin] === quote && !this.#string();
    this.#at = begin;
    return isEscaped || literals.some((literal) => this.#equals(literal, begin));
  }

  /** Reads a string; returns false if it has escapes, or does not end. */
  #string(): boolean {
    const { body } = this;
    let at = this.#at + 1;
    while (at < body.length && body[at] !== quote) {
      if (body[at] === backslash) return false;
      at += 1;
    }
    this.#at = at + 1;
    return at < body.length;
  }

  #space(): void {
    const { body } = this;
    while (this.#at < body.length && (body[this.#at] as number) <= space) this.#at += 1;
  }

  /** Skips a value, whatever it contains. */
  #skip(): void {
    const { body } = this;
    const { length } = body;
    let at = this.#at;
    let depth = 0;
    while (at < length) {
      const byte = body[at] as number;
      at += 1;
      if (byte === quote) {
        while (at < length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
        at += 1;
      } else if (byte === openObject || byte === openArray) depth += 1;
      else if (byte === closeObject || byte === closeArray) depth -= 1;
      else if (depth === 0) while (at < length && !isEnd(body[at] as number)) at += 1;
      if (depth <= 0) break;
    }
    this.#isBroken ||= depth !== 0 || at > length || at === this.#at;
    this.#at = at;
  }
}

function isEnd(byte: number): boolean {
  return byte <= space || byte === comma || byte === closeArray || byte === closeObject;
}
