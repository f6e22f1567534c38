import Docker from 'dockerode';

const docker = new Docker();
const stream = await docker.pull('alpine');
const items = await new Promise<{ error?: string }[]>((resolve, reject) => {
  const onFinished = (error: Error | null, output: object[]) => (error ? reject(error) : resolve(output));
  docker.modem.followProgress(stream, onFinished, ({ id, status }) => {
    if (status) console.log(id ? `${id}: ${status}` : status);
  });
});
const failed = items.find(({ error }) => error);
if (failed) throw new Error(failed.error);
