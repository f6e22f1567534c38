# Drives a swarm of one node with the command line: services, stacks, secrets and configs.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 60 /usr/bin/docker "$@"; }
rm -rf /dk/work && mkdir -p /dk/work && cd /dk/work

docker node ls; docker service ls; docker swarm join-token worker
docker swarm init --advertise-addr "$ADDRESS" --default-addr-pool 10.60.0.0/16 --default-addr-pool-mask-length 24 --data-path-port 4790 --task-history-limit 2
docker swarm init; docker swarm join-token worker; docker swarm join-token --rotate manager; docker swarm unlock-key; docker info
docker node ls; docker node ls -f role=manager; docker node inspect self; docker node ps; docker node inspect none
docker node update --label-add zone=a --availability active engine; docker node promote engine; docker node demote engine
docker swarm update --cert-expiry 720h --dispatcher-heartbeat 10s --snapshot-interval 5000; docker swarm update --autolock=true; docker swarm unlock-key; docker swarm unlock-key --rotate; docker swarm update --autolock=false
echo secret | docker secret create -l a=b secret -; echo other | docker secret create --template-driver golang templated -; echo x | docker secret create secret -
docker secret ls; docker secret ls -f name=secret; docker secret inspect secret; docker secret inspect none
echo config | docker config create -l a=b config -; echo other | docker config create --template-driver golang templated -
docker config ls; docker config inspect config; docker config inspect none
docker network create -d overlay --attachable --opt encrypted over; docker network create -d overlay plainover; docker network ls; docker network inspect over
docker service create -d --name small "$IMAGE" sleep 600
docker service create --name waited --replicas 2 "$IMAGE" sleep 600
docker service create -d --name full --replicas 2 --label a=b --container-label c=d -e A=1 --hostname '{{.Node.Hostname}}' -u user -w /tmp --group 1000 \
  --constraint node.role==manager --placement-pref spread=node.labels.zone --replicas-max-per-node 3 --limit-cpu 0.5 --limit-memory 64m --limit-pids 50 --reserve-cpu 0.1 --reserve-memory 4m \
  --restart-condition on-failure --restart-delay 1s --restart-max-attempts 2 --restart-window 10s --stop-signal TERM --stop-grace-period 1s --init --read-only -t \
  --update-parallelism 1 --update-delay 1s --update-failure-action rollback --update-monitor 1s --update-max-failure-ratio 0.1 --update-order start-first --rollback-parallelism 1 --rollback-order stop-first \
  --mount type=tmpfs,target=/mem --mount type=volume,source=svc,target=/vol --mount type=bind,source=/tmp,target=/bound,readonly \
  --secret source=secret,target=s.txt,mode=0400 --config source=config,target=/c.txt --network name=over,alias=x --host other:192.0.2.2 --dns 192.0.2.1 --dns-search example.com \
  --health-cmd true --health-interval 1s --health-retries 2 --log-driver json-file --log-opt max-size=1m -p 28081:80 -p mode=host,target=53,published=28053,protocol=udp \
  --cap-add NET_ADMIN --cap-drop MKNOD --ulimit nofile=100 --sysctl net.ipv4.ip_forward=1 "$IMAGE" sleep 600
docker service create -d --name global --mode global --endpoint-mode dnsrr --network over "$IMAGE" sleep 600
docker service create -d --name job --mode replicated-job --replicas 2 --max-concurrent 1 "$IMAGE" true
docker service create -d --name everywhere --mode global-job "$IMAGE" true
docker service create -d --name talker --no-healthcheck "$IMAGE" sh -c 'echo out; echo err >&2; sleep 600'
docker service create -d --name small "$IMAGE"; docker service create -d --name bad --constraint = "$IMAGE"; docker service create -d --generic-resource gpu=1 --name gpu "$IMAGE"
docker service create -d --name reserve --secret none "$IMAGE"
sleep 4
docker service ls; docker service ls -f mode=replicated -q; docker service ps small full global job; docker service ps --no-trunc -f desired-state=running full; docker service inspect small full global job; docker service inspect --pretty full; docker service inspect none
docker service logs talker; docker service logs --raw -t --tail 1 talker; timeout -k 1 2 docker service logs -f talker; docker service logs "$(docker service ps -q talker | head -n 1)"
docker inspect "$(docker service ps -q full | head -n 1)"
docker service scale -d small=2; docker service update --env-add B=2 --label-add x=y small; docker service rollback small; docker service update -d --force talker
docker service update --image "$IMAGE" --args '700' --limit-memory 32m --publish-add 28082:80 --secret-add secret --config-add config --network-add plainover small
docker service update --image localhost:5000/none:1 -d small; docker service update --secret-rm secret -d small; docker service inspect small
cat >stack.yml <<END
version: "3.8"
services:
  web:
    image: $IMAGE
    command: sleep 600
    environment: {A: "1"}
    ports: ["28090:80"]
    volumes: ["data:/data"]
    networks: [inner]
    secrets: [filed]
    configs: [{source: filed, target: /c}]
    healthcheck: {test: ["CMD", "true"], interval: 5s}
    deploy: {replicas: 1, labels: {a: b}, resources: {limits: {memory: 32M}}, restart_policy: {condition: any}, update_config: {order: start-first}}
  talker:
    image: $IMAGE
    command: ["sh", "-c", "echo hi; sleep 600"]
    deploy: {mode: global}
volumes: {data: {}}
networks: {inner: {}}
secrets: {filed: {file: ./stack.yml}}
configs: {filed: {file: ./stack.yml}}
END
docker stack deploy -c stack.yml stack; docker stack ls; docker stack services stack; sleep 2; docker stack ps stack; docker stack deploy -c stack.yml --prune stack; docker stack rm stack
docker ps -a; docker network inspect -v over; docker network inspect ingress; docker system df
docker service rm small waited full global job everywhere talker gpu; docker service rm none
sleep 2
docker secret rm secret templated none; docker config rm config templated none; docker network rm over plainover
docker node update --availability drain engine; docker node rm engine; docker swarm leave; docker swarm leave --force
