import { connect, follow, push } from '@lading/client';

await using engine = await connect();
await engine.image.tag({ name: 'alpine', repo: 'registry.test/me/app', tag: '1' });
const credentials = { username: 'me', password: process.env['PASSWORD'] ?? '' };
const pushed = await follow(push(engine, 'registry.test/me/app:1', { credentials }));
console.log('pushed', pushed?.Digest);
