/** How results are printed, by options and by `\\pset`. */
import type { TableStyle } from './format-table.js';
import type { ProgramOptions } from './options.js';

export function styleOf({ flags, values }: ProgramOptions): TableStyle {
  return {
    isTuplesOnly: flags.has('t'),
    isAligned: !flags.has('A') && !flags.has('csv'),
    isExpanded: flags.has('x'),
    isCsv: flags.has('csv'),
    separator: flags.has('z') ? '\0' : (values.get('F')?.at(-1) ?? '|'),
    recordSeparator: flags.has('0') ? '\0' : (values.get('R')?.at(-1) ?? '\n'),
    null: '',
    hasFooter: true,
  };
}

/** @returns the style with a setting, and what psql says about it; undefined for a setting that is not simulated */
export function changedStyle(
  style: TableStyle,
  name: string,
  value: string | undefined,
): { readonly style: TableStyle; readonly text: string } | undefined {
  const change = (changed: Partial<TableStyle>, text: string) => ({ style: { ...style, ...changed }, text });
  const isOn = (is: boolean): boolean => (value === undefined ? !is : ['on', 'true', '1', 'yes'].includes(value));
  const onOff = (is: boolean): string => (isOn(is) ? 'on' : 'off');
  switch (name) {
    case 'null':
      return change({ null: value ?? '' }, `Null display is "${value ?? ''}"`);
    case 'fieldsep':
      return change({ separator: value ?? '' }, `Field separator is "${value ?? ''}"`);
    case 'recordsep':
      return change({ recordSeparator: value ?? '' }, `Record separator is "${value ?? ''}"`);
    case 'footer':
      return change({ hasFooter: isOn(style.hasFooter) }, '');
    case 't':
    case 'tuples_only':
      return change({ isTuplesOnly: isOn(style.isTuplesOnly) }, `Tuples only is ${onOff(style.isTuplesOnly)}`);
    case 'x':
    case 'expanded':
      if (value === 'auto') return undefined;
      return change({ isExpanded: isOn(style.isExpanded) }, `Expanded display is ${onOff(style.isExpanded)}`);
    case 'format':
      if (value !== 'aligned' && value !== 'unaligned' && value !== 'csv') return undefined;
      return change({ isAligned: value === 'aligned', isCsv: value === 'csv' }, `Output format is ${value}`);
    // There is no terminal.
    case 'pager':
      return change({}, '');
    case 'border':
      return value === '1' ? change({}, '') : undefined;
    default:
      return undefined;
  }
}
