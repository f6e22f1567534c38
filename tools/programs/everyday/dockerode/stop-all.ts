import Docker from 'dockerode';

const docker = new Docker();
for (const { Id, Names } of await docker.listContainers({ all: true })) {
  try {
    await docker.getContainer(Id).stop({ t: 1 });
    console.log(Names[0], 'stopped');
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 304) throw error;
    console.log(Names[0], 'had ended');
  }
}
