# Calls most methods of docker-py, listed in docker-py.txt, and prints what each returns or raises.

import io, json, os, re, tarfile, time
import docker
from docker.errors import DockerException
from docker.types import EndpointSpec, Healthcheck, IPAMConfig, IPAMPool, LogConfig, Mount, ServiceMode, Ulimit

image = os.environ["IMAGE"]
version = os.environ["DOCKER_API_VERSION"]
client = docker.DockerClient(base_url=os.environ["DOCKER_HOST"], version=version, timeout=120)
api = client.api
# The client itself refuses mounts and checks with an older version.
since = {"volumes": ["data:/data"]}
if tuple(map(int, version.split("."))) >= (1, 30):
    check = Healthcheck(test=["CMD", "true"], interval=10**10)
    since = {"mounts": [Mount("/data", "data", labels={"a": "b"})], "healthcheck": check}


def plain(value):
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(item) for item in value]
    if hasattr(value, "attrs"):
        return plain(value.attrs)
    return value if isinstance(value, (str, int, float, bool, type(None))) else type(value).__name__


def archive(name="note", text="hello"):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        entry = tarfile.TarInfo(name)
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text.encode()))
    data.seek(0)
    return data


def running_tasks(service):
    for _ in range(60):
        if any(task["Status"]["State"] == "running" for task in service.tasks()):
            break
        time.sleep(1)
    return sorted(task["DesiredState"] for task in service.tasks())


def updated(service):
    # The orchestrator may change the service in between.
    for _ in range(20):
        try:
            service.reload()
            return service.update(image=image, command=["sleep", "700"])
        except DockerException as error:
            if "out of sequence" not in str(error):
                raise
            time.sleep(0.5)


for line in open(os.path.join(os.path.dirname(__file__), "docker-py.txt")):
    row = re.match(r"(?:(\w+) = )?([a-z ]+): (.*)", line)
    if row is None:
        continue
    print(f"# {row[2]}", flush=True)
    try:
        result = eval(row[3])
        if hasattr(result, "__next__"):
            result = list(result)
    except DockerException as error:
        print(f"{type(error).__name__} {error}", flush=True)
        continue
    print(json.dumps(plain(result), sort_keys=True), flush=True)
    if row[1]:
        globals()[row[1]] = result
