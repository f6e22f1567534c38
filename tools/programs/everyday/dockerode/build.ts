import Docker from 'dockerode';

const docker = new Docker();
const context = { context: `${import.meta.dirname}/../app`, src: ['Dockerfile', 'app.txt'] };
const stream = await docker.buildImage(context, { t: 'me/app:1' });
const items = await new Promise<{ error?: string; aux?: { ID?: string } }[]>((resolve, reject) => {
  const onFinished = (error: Error | null, output: object[]) => (error ? reject(error) : resolve(output));
  docker.modem.followProgress(stream, onFinished, ({ stream }) => stream && process.stdout.write(stream));
});
const failed = items.find(({ error }) => error);
if (failed) throw new Error(failed.error);
console.log('built', items.find(({ aux }) => aux?.ID)?.aux?.ID);
