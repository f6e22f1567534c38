/** The command as assistants start it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bin = join(import.meta.dirname, '../bin/lading-mcp.mjs');

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', input: '' });
  return { status, output: stdout + stderr };
}

it.each([
  [['--sandbox', '--engine', 'unix:///x'], '--sandbox is an engine of its own: leave out --engine and --context'],
  [['--image', 'alpine'], '--image needs --sandbox'],
  [['--read-write', '--policy', 'a.json'], '--read-write cannot be combined with --policy'],
  [['--engine', 'unix:///nowhere.sock'], 'No engine responds at unix:///nowhere.sock'],
  [['--sandbox', '--include', 'image,pods'], 'No tool has the group, operation, method or name "pods"'],
])('with %j ends with an error', (args, error) => {
  expect(run(...args)).toEqual({ status: 1, output: `lading-mcp: ${error}\n` });
});

it('explains itself', () => {
  expect(run('--help')).toMatchObject({ status: 0, output: expect.stringContaining('Examples:\n  $ lading-mcp ') });
});

it('serves an assistant on standard input, and ends with it', async () => {
  const assistant = new Client({ name: 'test', version: '1' });
  const args = [bin, '--sandbox', '--image', 'alpine', '--include', 'image'];
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { tools } = await assistant.listTools();
  expect(tools.map(({ name }) => name)).toContain('image_list');
  const { content } = await assistant.callTool({ name: 'image_list', arguments: {} });
  expect(JSON.stringify(content)).toContain('alpine:latest');
  await assistant.close();
  expect(run('--sandbox')).toEqual({ status: 0, output: '' });
});
