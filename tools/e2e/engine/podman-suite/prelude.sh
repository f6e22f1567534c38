# Read by Podman's suite after its own functions: its own API is skipped, and what it asks of `podman` is asked of `docker`.
# BASE names the image that stands for each image of the suite.

trap - ERR
eval "$(declare -f t | sed '1s/^t /any_t /')"

t() {
  case $2 in
    libpod/* | /libpod/* | /v*/libpod/* | http://*) output='' ;;
    *) any_t "$@" ;;
  esac
}

podman() {
  echo "\$ podman $*" >>"$WORKDIR/output.log"
  as_docker "$@" >>"$WORKDIR/output.log" 2>&1
}

as_docker() {
  local -a words=()
  local name=
  case $1 in
    container | image) [ "$1 $2" = 'image build' ] && set -- build "${@:3}" || set -- "${@:2}" ;;
  esac
  case $1 in
    pull)
      for name in "${@:2}"; do [ "${name#-}" = "$name" ] && docker tag "$BASE" "$name"; done
      return
      ;;
    rm)
      case " $* " in *' -a '* | *' -af '* | *' --all '*) docker ps -aq | xargs -r docker rm -f && return ;; esac
      ;;
    rmi)
      case " $* " in *' -a '* | *' -af '*) return ;; esac
      ;;
    run | create)
      case " $* " in
        *' --replace '*) docker rm -f "$(sed 's/.* --name[ =]\([^ ]*\).*/\1/' <<<" $* ")" ;;
      esac
      ;;
    exists) docker container inspect "$2" && return ;;
  esac
  for name; do [ "$name" = --replace ] || words+=("$name"); done
  docker "${words[@]}"
}

# Podman ends some streams that other engines keep open.
curl() {
  if [ -n "$APIV2_TEST_EXPECT_TIMEOUT" ]; then command curl "$@"; else command curl -m 4 "$@" || true; fi
}

start_registry() { REGISTRY_PORT=1; }
stop_registry() { REGISTRY_PORT=; }

docker ps -aq | xargs -r docker rm -f &>/dev/null
docker volume ls -q | xargs -r docker volume rm -f &>/dev/null
docker network ls -q --filter type=custom | xargs -r docker network rm &>/dev/null
docker image ls -q --no-trunc | sort -u | grep -v "$(docker image inspect --format '{{.Id}}' "$BASE")" | xargs -r docker rmi -f &>/dev/null
docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -vx "$BASE" | xargs -r docker rmi &>/dev/null
true
