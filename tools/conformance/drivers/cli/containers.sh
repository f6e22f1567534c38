# Drives containers with the command line: short-lived, long-lived, with limits, mounts and health checks.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 40 /usr/bin/docker "$@"; }
mkdir -p /dk/work && cd /dk/work && echo A=1 >env && echo a=b >labels

docker run --rm "$IMAGE" echo hi
docker run "$IMAGE" sh -c 'echo out; echo err >&2; exit 3'
echo input | docker run -i --rm "$IMAGE" cat
docker run -d --name plain "$IMAGE" sleep 600
docker run -d -t --name terminal "$IMAGE" sh
docker run -d --name full -h host -u user -w /tmp -e B=2 --env-file env -l c=d --label-file labels \
  --memory 64m --memory-reservation 32m --cpus 0.5 --cpu-shares 512 --pids-limit 50 --ulimit nofile=100:200 --shm-size 8m \
  --cap-add NET_ADMIN --cap-drop MKNOD --security-opt no-new-privileges --read-only --tmpfs /run:size=1m \
  -v /tmp:/host:ro -v named:/named --mount type=volume,source=other,target=/other,volume-nocopy \
  --mount type=bind,source=/tmp,target=/bound,readonly --mount type=tmpfs,target=/mem,tmpfs-size=1m \
  -p 127.0.0.1:28080:80 -p 53/udp --expose 9000 --dns 192.0.2.1 --add-host other:192.0.2.2 --network-alias x \
  --log-driver json-file --log-opt max-size=1m --restart on-failure:3 --stop-signal TERM --stop-timeout 1 --init \
  --device /dev/null:/dev/nothing --sysctl net.ipv4.ip_forward=1 --group-add 1000 --oom-score-adj 100 --cgroupns host "$IMAGE" sleep 600
docker run -d --name local --log-driver local "$IMAGE" sh -c 'echo logged; sleep 600'
docker run -d --name healthy --health-cmd true --health-interval 1s --health-retries 2 --health-timeout 1s --health-start-period 1s "$IMAGE" sleep 600
docker run -d --name unchecked --no-healthcheck "$IMAGE" sleep 600
docker run -d --name hosted --network host --pid host --ipc host --uts host --privileged "$IMAGE" sleep 600
docker run -d --name alone --network none --volumes-from full:ro "$IMAGE" sleep 600
docker run -d --name inside --network container:plain "$IMAGE" sleep 600
docker run -d --name linked --link plain:other "$IMAGE" sleep 600
docker run -d --restart always --name always "$IMAGE" false
docker run -d --cidfile /dk/work/cid --platform linux/amd64 "$IMAGE" true
docker create --name created -P --mac-address 02:42:ac:11:00:77 "$IMAGE"
docker create --name noentry --entrypoint sleep --memory-swappiness 0 --oom-kill-disable "$IMAGE" 600
docker create --gpus all --name gpus "$IMAGE"
docker run --name plain "$IMAGE" true
docker run "$IMAGE" no-such-program
docker run none:1
docker start created
docker start -a noentry &
sleep 1
docker ps; docker ps -a -s --no-trunc; docker ps -q -f status=running -f label=c=d -n 2; docker ps -a --format '{{.Names}}'
docker inspect plain full terminal healthy always; docker inspect -s full; docker inspect none
docker logs plain; docker logs -t --details --tail 1 local; docker logs --since 1h local
timeout -k 1 1 docker logs -f local
docker top plain; docker top plain aux
docker stats --no-stream; docker stats --no-stream plain full
timeout -k 1 3 /usr/bin/docker stats plain
docker exec plain echo hi; docker exec -t plain id; docker exec -d plain sleep 1; docker exec -u user -w /tmp -e A=1 --privileged plain id
echo text | docker exec -i plain cat
docker exec plain sh -c 'exit 4'; docker exec plain no-such-program; docker exec none true
timeout -k 1 2 docker attach --no-stdin terminal
docker diff plain; docker port full; docker port full 80
docker cp labels plain:/tmp/labels; docker cp plain:/tmp/labels - ; docker cp plain:/etc /dk/work/etc; docker cp plain:/none /dk/work
docker export plain >/dev/null
docker commit -a me -m message -c 'ENV C=3' plain committed:cli
docker update --memory 128m --memory-swap 256m --cpus 1 --restart no full; docker update --cpu-shares 100 plain
docker pause plain; docker ps -f status=paused; docker exec plain true; docker unpause plain
docker rename inside renamed; docker rename none x
docker kill linked; docker kill -s HUP healthy; docker kill linked
docker stop -t 1 plain local; docker restart -t 1 plain; docker stop -t 0 always; docker wait always
timeout -k 1 5 docker wait hosted & sleep 0.5; docker kill hosted; wait $!
docker rm plain; docker rm -f -v plain full; docker rm -f none
docker container prune -f --filter until=1s; docker container ls -a
docker rm -f $(docker ps -aq)
docker container prune -f
docker volume create one; docker volume create --label a=b -o type=tmpfs -o device=tmpfs two; docker volume create
docker volume ls; docker volume ls -f dangling=true -q; docker volume inspect one two; docker volume inspect none
docker volume rm one; docker volume rm none; docker volume prune -f; docker volume prune -f -a; docker volume prune -f --filter label=a
