/** Property tests of the addresses and address pools of the engine. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressPool } from '../src/state/address-pool.js';
import { contains, formatAddress, formatSubnet, parseAddress, parseSubnet } from '../src/values/address.js';

const ipv4 = fc.bigInt(0n, (1n << 32n) - 1n).map((value) => ({ family: 4 as const, value }));
const ipv6 = fc.bigInt(0n, (1n << 128n) - 1n).map((value) => ({ family: 6 as const, value }));
const address = fc.oneof(
  ipv4,
  ipv6,
  fc.ipV6().map((text) => parseAddress(text) ?? { family: 6 as const, value: 0n }),
);

describe('an address', () => {
  it('is parsed from its formatted form', () => {
    fc.assert(
      fc.property(address, (one) => {
        expect(parseAddress(formatAddress(one))).toEqual(one);
      }),
    );
  });

  it('is in the subnet of its CIDR notation', () => {
    fc.assert(
      fc.property(address, fc.nat(32), (one, length) => {
        const subnet = parseSubnet(`${formatAddress(one)}/${length}`);
        expect(subnet && contains(subnet, one)).toBe(true);
        expect(subnet && parseSubnet(formatSubnet(subnet))).toMatchObject({ first: subnet?.first, last: subnet?.last });
      }),
    );
  });

  it.each(['', '1.2.3', '1.2.3.04', '::1%eth0', '1.2.3.4/8', ':::', 'x'])('is not %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

it('a pool allocates every address, and none twice before its release', () => {
  const subnet = parseSubnet('10.0.0.0/28');
  if (subnet === undefined) throw new Error('this is a subnet');
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(12)), { maxLength: 60 }),
      fc.constantFrom('lowest', 'serial'),
      (steps, order) => {
        const pool = AddressPool.of({ subnet: subnet.text, gateway: '10.0.0.1' }, order);
        if (pool === undefined) throw new Error('the subnet is valid');
        const taken: string[] = [];
        for (const step of steps) {
          if (step === null && taken.length < 13) {
            const next = pool.take();
            expect(taken).not.toContain(next);
            if (order === 'lowest') expect(Number(next.split('.')[3])).toBe(lowestFree(taken));
            taken.push(next);
          } else if (step !== null) taken.splice(step, 1).forEach((text) => pool.release(text));
        }
        while (taken.length < 13) taken.push(pool.take());
        expect(new Set(taken).size).toBe(13);
        expect(() => pool.take()).toThrow(/no available IPv4 addresses/);
      },
    ),
  );
});

function lowestFree(taken: readonly string[]): number {
  for (let number = 2; ; number += 1) if (!taken.includes(`10.0.0.${number}`)) return number;
}
