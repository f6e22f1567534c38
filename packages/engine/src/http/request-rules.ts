/** Rejects requests in the words of engines where the contract has its own: these rules are checked before it. */
import { BadRequest } from '@lading/server-v1.44';

type RequestRule = (body: Readonly<Record<string, unknown>>) => void;

const localOptions: ReadonlySet<string> = new Set(['type', 'device', 'o', 'size']);

const rules: Readonly<Record<string, RequestRule>> = {
  ContainerExec({ Cmd }) {
    if (Cmd === undefined || Cmd === null || (Array.isArray(Cmd) && Cmd.length === 0))
      throw new BadRequest('No exec command specified');
  },
  NetworkCreate({ Name }) {
    if (Name === undefined || Name === null || Name === '') throw new BadRequest('invalid name: ');
  },
  VolumeCreate({ Name, Driver, DriverOpts }) {
    const isLocal = Driver === undefined || Driver === null || Driver === '' || Driver === 'local';
    const unknown = Object.keys(DriverOpts ?? {}).find((option) => !localOptions.has(option));
    if (isLocal && unknown !== undefined)
      throw new BadRequest(`create ${String(Name ?? '')}: invalid option: ${JSON.stringify(unknown)}`);
  },
};

/** @throws BadRequest */
export function rejectRequest(operation: string, body: unknown): void {
  rules[operation]?.((body ?? {}) as Readonly<Record<string, unknown>>);
}
