# Drives compose.yml with $COMPOSE: docker-compose 1.29 and 2. Each command is followed by its exit status.

mkdir -p /tmp/compose && cd /tmp/compose
cp "$(dirname "$0")/compose.yml" .
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
