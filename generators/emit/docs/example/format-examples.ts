/** Examples of strings by their format. */

export const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2024-05-17T09:41:00.123456789Z',
  cidr: '10.0.0.0/16',
  'ip-address': '127.0.0.1',
  ipv4: '127.0.0.1',
  ipv6: '2001:db8::2',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'ada@example.com',
  hostname: 'example.com',
  uuid: '6f1c9c5e-6a2b-4d1e-9a53-0c4f2f7f5a11',
  date: '2024-05-17',
  time: '09:41:00Z',
  byte: 'c2VjcmV0',
  base64url: 'c2VjcmV0',
};
