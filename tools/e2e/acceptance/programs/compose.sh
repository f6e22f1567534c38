# Drives the compose file format with $COMPOSE: docker-compose 1.29 and 2. Each command is followed by its exit status.

mkdir -p /tmp/compose && cd /tmp/compose
cat >compose.yml <<FILE
version: "2.1"
services:
  web:
    image: $IMAGE
    command: sh -c "echo started; exec sleep 600"
    environment: { A: "1" }
    labels: { role: web }
    ports: ["80"]
    networks: { front: { aliases: [www] }, back: {} }
    volumes: ["data:/data"]
    mem_limit: 64m
    cap_add: [NET_ADMIN]
    dns: [192.0.2.1]
    extra_hosts: ["other:192.0.2.2"]
    ulimits: { nofile: { soft: 100, hard: 200 } }
    stop_grace_period: 1s
    logging: { driver: json-file, options: { max-size: 1m } }
    depends_on: { base: { condition: service_started } }
  base:
    image: $IMAGE
    command: sleep 600
    networks: [back]
    stop_grace_period: 1s
    tmpfs: [/scratch]
    restart: on-failure
  built:
    build: { context: ., args: { WHO: you } }
    image: composed:1
    command: cat /who
    network_mode: none
networks:
  front: { driver: bridge }
  back: { driver: bridge, ipam: { config: [{ subnet: 10.78.0.0/16 }] } }
volumes:
  data: { labels: { a: b } }
FILE
printf 'FROM %s\nARG WHO\nRUN echo hello $WHO > /who\n' "$IMAGE" >Dockerfile

run() {
  echo "# $*"
  DOCKER_BUILDKIT=0 $COMPOSE -p tour -f compose.yml "$@" </dev/null 2>&1
  echo "# exit status $?"
}

run config
run build --no-cache built
run up -d web
run up -d web
run ps
run port web 80
run exec -T web sh -c 'echo out; echo err >&2; exit 3'
run exec -T web cat /etc/hosts
run logs --no-color web
run top base
run run --rm built
run run --rm --no-deps base sh -c 'exit 4'
run run --rm --no-deps -e B=2 base sh -c 'echo $B'
run pause web
run ps
run unpause web
run kill web
run start web
run restart -t 0 web
run stop -t 0
run rm -f base
run up -d --scale base=2 base
run ps -q base
run images
run pull none
run down -v
run down -v --rmi all
run ps
