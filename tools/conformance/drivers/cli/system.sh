# Drives the engine itself and its events with the command line.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 40 /usr/bin/docker "$@"; }

docker version; docker version --format '{{json .}}'; docker info; docker info --format '{{json .}}'; docker system info; docker system df
docker events --since 1h --until 0s; docker events --since 1h --until 0s -f type=container -f event=start --format '{{json .}}'
timeout -k 1 2 docker events & sleep 0.5; docker run --rm "$IMAGE" true; wait $!
docker system prune -f; docker system prune -f --volumes --filter label=none
docker volume ls; docker image ls; docker network ls; docker ps -a
