import Docker from 'dockerode';

const docker = new Docker();
await docker.createSecret({ Name: 'password', Data: Buffer.from('pässword').toString('base64') });
const config = await docker.createConfig({ Name: 'app.json', Data: Buffer.from('{"port":80}').toString('base64') });
console.log(Buffer.from((await docker.getConfig(config.id).inspect()).Spec?.Data ?? '', 'base64').toString());
