/** Evaluates the conditions of `[[`. */
import type { TestExpression, Word } from 'unbash';
import { LinearExpression } from '../../values/linear-expression.js';
import { patternExpression } from './pattern.js';
import type { RunningShell } from './run-program.js';
import { testWords } from './test-command.js';

export async function testExpression(shell: RunningShell, expression: TestExpression): Promise<boolean> {
  switch (expression.type) {
    case 'TestLogical': {
      for (const operand of expression.operands) {
        const result = await testExpression(shell, operand);
        if (result !== (expression.operator === '&&')) return result;
      }
      return expression.operator === '&&';
    }
    case 'TestNot':
      return (await testExpression(shell, expression.operand)) === (expression.negations.length % 2 === 0);
    case 'TestGroup':
      return testExpression(shell, expression.expression);
    case 'TestUnary':
      return testWords([expression.operator, await shell.expander.text(expression.operand)], shell.state.process);
    case 'TestBinary': {
      const { operator, left, right } = expression;
      const value = await shell.expander.text(left);
      if (operator === '=~') return matches(shell, value, right);
      const compare = Object.hasOwn(numeric, operator) ? numeric[operator] : undefined;
      if (compare !== undefined)
        return compare(
          await shell.expander.evaluate(value),
          await shell.expander.evaluate(await shell.expander.text(right)),
        );
      if (['==', '=', '!='].includes(operator))
        return patternExpression(await shell.expander.pattern(right)).test(value) === (operator !== '!=');
      return testWords([value, operator, await shell.expander.text(right)], shell.state.process);
    }
  }
}

/** Compares with a regular expression, in which quoted parts are literal. */
async function matches(shell: RunningShell, value: string, word: Word): Promise<boolean> {
  const found = new LinearExpression(await shell.expander.expression(word), { isDotAll: true, isLongest: true }).find(
    value,
  );
  shell.state.setElements('BASH_REMATCH', new Map((found ?? []).map((text, index) => [String(index), text ?? ''])));
  return found !== undefined;
}

/** Both sides are arithmetic expressions. */
const numeric: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-le': (left, right) => left <= right,
  '-gt': (left, right) => left > right,
  '-ge': (left, right) => left >= right,
};
