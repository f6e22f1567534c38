# Calls most methods of docker-py and prints what each returns or raises.

import io, json, os, tarfile, time
import docker
from docker.errors import DockerException
from docker.types import EndpointSpec, Healthcheck, IPAMConfig, IPAMPool, LogConfig, Mount, ServiceMode, TaskTemplate, ContainerSpec, Ulimit

image = os.environ["IMAGE"]
client = docker.DockerClient(base_url=os.environ["DOCKER_HOST"], version=os.environ["DOCKER_API_VERSION"], timeout=120)
api = client.api


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


def step(name, call):
    print(f"# {name}", flush=True)
    try:
        result = call()
        if hasattr(result, "__next__"):
            result = list(result)
    except DockerException as error:
        print(f"{type(error).__name__} {error}", flush=True)
        return None
    print(json.dumps(plain(result), sort_keys=True), flush=True)
    return result


def archive():
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        entry = tarfile.TarInfo("note")
        entry.size = 5
        tar.addfile(entry, io.BytesIO(b"hello"))
    return data.getvalue()


def context(text):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        entry = tarfile.TarInfo("Dockerfile")
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text))
    data.seek(0)
    return data


step("ping", client.ping)
step("version", lambda: {key: value for key, value in client.version().items() if key in ("Version", "Os", "Arch")})
step("info", lambda: sorted(client.info()))

# Containers
# The client itself refuses mounts and checks with an older version.
if tuple(map(int, os.environ["DOCKER_API_VERSION"].split("."))) >= (1, 30):
    since = {"mounts": [Mount("/data", "data", labels={"a": "b"})], "healthcheck": Healthcheck(test=["CMD", "true"], interval=10**10)}
else:
    since = {"volumes": ["data:/data"]}
made = step("create", lambda: client.containers.create(
    image, ["sleep", "600"], name="made", environment={"A": "1"}, labels={"l": "1"}, ports={"80/tcp": None},
    mem_limit="64m", cpu_shares=512, dns=["192.0.2.1"], extra_hosts={"other": "192.0.2.2"}, cap_add=["NET_ADMIN"],
    ulimits=[Ulimit(name="nofile", soft=100, hard=200)], log_config=LogConfig(type="json-file", config={"max-size": "1m"}),
    restart_policy={"Name": "on-failure", "MaximumRetryCount": 2}, tmpfs={"/scratch": "size=1m"},
    **since))
step("start", made.start)
step("inspect", lambda: client.containers.get("made"))
step("list", lambda: [one.name for one in client.containers.list(all=True, filters={"label": "l=1"})])
step("exec", lambda: made.exec_run(["sh", "-c", "echo out; echo err >&2; exit 3"], demux=True))
step("exec terminal", lambda: made.exec_run(["echo", "hello"], tty=True))
step("top", lambda: sorted(made.top()))
step("stats", lambda: sorted(made.stats(stream=False)))
step("put archive", lambda: made.put_archive("/tmp", archive()))
step("get archive", lambda: made.get_archive("/tmp/note")[1]["name"])
step("diff", lambda: sorted(made.diff(), key=lambda change: change["Path"]))
step("pause", made.pause)
step("status", lambda: (made.reload(), made.status)[1])
step("unpause", made.unpause)
step("update", lambda: made.update(mem_limit="96m", memswap_limit="192m", cpu_shares=256))
step("rename", lambda: made.rename("renamed"))
step("commit", lambda: made.commit("committed", "1", message="m", author="a", changes="ENV X=1").tags)
step("restart", lambda: made.restart(timeout=0))
step("kill", made.kill)
step("wait", made.wait)
step("logs", made.logs)
step("remove", lambda: made.remove(v=True))
step("run", lambda: client.containers.run(image, ["echo", "hello"], remove=True))
step("run fails", lambda: client.containers.run(image, ["sh", "-c", "echo no >&2; exit 5"], remove=True))
step("run detached", lambda: client.containers.run(image, ["sh", "-c", "echo out; echo err >&2"], name="talker", detach=True).wait())
# The engine reads both outputs at once: which one comes first depends on the time.
step("logs of both", lambda: sorted(client.containers.get("talker").logs(stdout=True, stderr=True, stream=False).splitlines()))
step("prune", lambda: client.containers.prune(filters={"label": "none"}))
step("no such", lambda: client.containers.get("none"))
step("no image", lambda: client.containers.create("none:1"))
step("taken", lambda: [client.containers.create(image, name="talker")])
step("export", lambda: len(b"".join(client.containers.get("talker").export())) > 100000)

# Images
step("images", lambda: sorted(tag for one in client.images.list() for tag in one.tags))
step("image", lambda: client.images.get("committed:1").attrs["Config"])
step("history", lambda: [layer["CreatedBy"] for layer in client.images.get("committed:1").history()])
step("tag", lambda: client.images.get(image).tag("tagged", "2"))
step("build", lambda: [line.get("stream") for line in client.images.build(fileobj=context(f"FROM {image}\nRUN echo hi > /hi\n".encode()), custom_context=True, tag="built:1", rm=True, nocache=True, labels={"b": "1"})[1]])
step("build fails", lambda: client.images.build(fileobj=context(f"FROM {image}\nRUN false\n".encode()), custom_context=True, rm=True, nocache=True))
step("push", lambda: client.images.push("localhost:5000/none", tag="1"))
step("pull", lambda: client.images.pull("localhost:5000/busy", tag="1").tags)
step("pull fails", lambda: client.images.pull("localhost:5000/none", tag="1"))
step("save", lambda: len(b"".join(client.images.get("tagged:2").save())) > 100000)
step("load", lambda: [one.tags for one in client.images.load(b"".join(client.images.get("tagged:2").save(named=True)))])
step("registry data", lambda: client.images.get_registry_data("localhost:5000/busy:1").attrs["Platforms"])
step("search", lambda: [one["name"] for one in api.search("localhost:5002/busy")])
step("remove image", lambda: client.images.remove("built:1"))
step("remove no image", lambda: client.images.remove("none:1"))
step("prune images", lambda: client.images.prune(filters={"dangling": True})["SpaceReclaimed"])
step("login fails", lambda: client.login("tester", "wrong", registry="localhost:5001"))

# Networks and volumes
network = step("network", lambda: client.networks.create("net", driver="bridge", labels={"n": "1"}, internal=True, ipam=IPAMConfig(pool_configs=[IPAMPool(subnet="10.77.0.0/16", gateway="10.77.0.1")])))
step("connect", lambda: network.connect("talker", aliases=["alias"], ipv4_address="10.77.0.7"))
step("networked", lambda: client.containers.get("talker").attrs["NetworkSettings"]["Networks"])
step("disconnect", lambda: network.disconnect("talker", force=True))
step("networks", lambda: sorted(one.name for one in client.networks.list()))
step("network twice", lambda: client.networks.create("net", check_duplicate=True))
step("remove network", lambda: network.remove())
step("prune networks", lambda: client.networks.prune())
step("volume", lambda: client.volumes.create("vol", driver="local", labels={"v": "1"}))
step("volumes", lambda: sorted(one.name for one in client.volumes.list(filters={"label": "v=1"})))
step("no volume", lambda: client.volumes.get("none"))
step("prune volumes", lambda: client.volumes.prune(filters={"label": "none"}))
step("remove volume", lambda: client.volumes.get("vol").remove(force=True))
step("df", lambda: {key: len(value or []) for key, value in client.df().items() if key != "LayersSize"})
step("events", lambda: sorted({event["Action"] for event in client.events(since=int(time.time()) - 60, until=int(time.time()), decode=True, filters={"type": "container"})} - {"die", "exec_die"}))
step("plugins", lambda: [one.name for one in client.plugins.list()])

# A swarm
step("init", lambda: bool(client.swarm.init(advertise_addr=os.environ["ADDRESS"], snapshot_interval=5000)))
step("swarm", lambda: sorted(client.swarm.attrs["Spec"]))
step("nodes", lambda: [node.attrs["Spec"] for node in client.nodes.list()])
step("secret", lambda: bool(client.secrets.create(name="secret", data=b"x", labels={"s": "1"})))
step("secrets", lambda: [one.name for one in client.secrets.list()])
step("config", lambda: bool(client.configs.create(name="config", data=b"x")))
step("configs", lambda: [one.name for one in client.configs.list()])
service = step("service", lambda: client.services.create(
    image, ["sleep", "600"], name="service", env=["A=1"], labels={"a": "1"}, container_labels={"c": "1"},
    mode=ServiceMode("replicated", replicas=1), endpoint_spec=EndpointSpec(ports={18090: 80}), stop_grace_period=1000000000))
step("service spec", lambda: client.services.get("service").attrs["Spec"])
for _ in range(60):
    if service is None or any(task["Status"]["State"] == "running" for task in service.tasks()):
        break
    time.sleep(1)
step("tasks", lambda: sorted(task["DesiredState"] for task in service.tasks()))
step("scale", lambda: service.scale(2))
step("services", lambda: [one.name for one in client.services.list(filters={"name": "service"})])


def update_service():
    # The orchestrator may change the service in between.
    for _ in range(20):
        try:
            service.reload()
            return service.update(image=image, command=["sleep", "700"])
        except DockerException as error:
            if "out of sequence" not in str(error):
                raise
            time.sleep(0.5)


step("update service", update_service)
step("no service", lambda: client.services.get("none"))
step("remove service", lambda: service.remove())
step("remove secret", lambda: api.remove_secret("secret"))
step("remove config", lambda: api.remove_config("config"))
step("leave", lambda: client.swarm.leave())
step("leave by force", lambda: client.swarm.leave(force=True))
step("remove talker", lambda: client.containers.get("talker").remove(force=True))
