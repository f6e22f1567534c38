/** How a program of awk leaves a loop, a record, a file, a function, or ends. */
import type { Value } from './values.js';

export class AwkLeave extends Error {
  readonly how: 'break' | 'continue' | 'next' | 'nextfile' | 'exit' | 'return';
  readonly value: Value;

  constructor(how: AwkLeave['how'], value?: Value) {
    super(how);
    this.how = how;
    this.value = value;
  }
}
