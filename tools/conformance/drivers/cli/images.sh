# Drives images with the command line: builds with both builders, push, pull, save, search and removal.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 60 /usr/bin/docker "$@"; }
rm -rf /dk/work && mkdir -p /dk/work && cd /dk/work
cat >Dockerfile <<END
FROM $IMAGE AS base
ARG A=1
ENV B=2
RUN echo built > /built
FROM base
COPY file /file
LABEL l=m
EXPOSE 80
HEALTHCHECK --interval=5s CMD true
VOLUME /v
CMD ["sleep", "600"]
END
printf 'FROM %s\nRUN false\n' "$IMAGE" >broken
echo content >file

DOCKER_BUILDKIT=0 docker build -t classic:1 --build-arg A=2 --label x=y --memory 64m .
DOCKER_BUILDKIT=0 docker build -q -t classic:2 .
DOCKER_BUILDKIT=0 docker build --no-cache --target base -t classic:3 - <Dockerfile
DOCKER_BUILDKIT=0 docker build -f broken .
DOCKER_BUILDKIT=1 docker build -t kit:1 --build-arg A=3 .
DOCKER_BUILDKIT=1 docker build -t kit:2 --progress plain --no-cache --target base .
DOCKER_BUILDKIT=1 docker build -q -t kit:3 --label z=1 --cache-from kit:1 .
DOCKER_BUILDKIT=1 docker build -f broken .
docker images; docker images -a --digests --no-trunc; docker images -f reference='kit:*' -f dangling=false; docker images -q none
docker image inspect kit:1 classic:1 "$IMAGE"; docker image inspect none
docker history kit:1; docker history --no-trunc classic:1
docker tag kit:1 localhost:5000/kit:1; docker tag kit:1 localhost:5001/kit:1; docker tag none a
docker push localhost:5000/kit:1; docker push -q localhost:5000/kit:1; docker push localhost:5000/none
docker push localhost:5001/kit:1
echo wrong | docker login -u "$LOGIN" --password-stdin localhost:5001
echo "$WORD" | docker login -u "$LOGIN" --password-stdin localhost:5001
docker push localhost:5001/kit:1
docker rmi localhost:5000/kit:1 localhost:5001/kit:1
docker pull localhost:5000/kit:1; docker pull -a localhost:5000/kit; docker pull -q localhost:5001/kit:1; docker pull localhost:5000/kit:1
docker pull localhost:5000/none; docker pull --platform linux/amd64 localhost:5000/busy:1
docker run --rm --pull always localhost:5000/kit:1 true
docker logout localhost:5001
docker pull localhost:5001/kit:1
docker trust inspect none
docker save kit:1 classic:1 -o saved.tar; docker save "$IMAGE" | docker load; docker load -i saved.tar; docker load -q -i saved.tar; docker load <file
docker create --name source "$IMAGE"; docker export source | docker import -c 'CMD ["true"]' -m imported - imported:1; docker rm source
docker search localhost:5002/busy; docker search --limit 5 --filter stars=1 localhost:5002/busy; docker search nothing
docker system df; docker system df -v
docker builder prune -f --filter until=24h; docker builder prune -f -a; docker builder prune -f --keep-storage 1MB
docker rmi classic:3; docker rmi -f classic:1 classic:2; docker rmi none; docker rmi kit:1 kit:2 kit:3 imported:1
docker image prune -f; docker image prune -f --filter until=1h --filter label=none
docker images
