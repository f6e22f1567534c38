# Drives networks of one machine, and containers on several networks, with the command line.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 40 /usr/bin/docker "$@"; }

docker network ls; docker network ls -f driver=bridge -q --no-trunc; docker network inspect bridge host none
docker network create plain
docker network create --driver bridge --subnet 10.51.0.0/16 --ip-range 10.51.1.0/24 --gateway 10.51.1.1 --aux-address r=10.51.1.9 \
  --internal --attachable --label a=b -o com.docker.network.bridge.name=br-lading --ipam-opt k=v ranged
docker network create --ipv6 --subnet fd51::/64 six
docker network create plain; docker network create -d none-such bad; docker network create --config-only --subnet 10.52.0.0/16 settings
docker network create --config-from settings from-settings
docker run -d --name member --network plain --network-alias m --ip6 '' "$IMAGE" sleep 600
docker run -d --name fixed --network ranged --ip 10.51.1.44 --link-local-ip 169.254.34.68 "$IMAGE" sleep 600
docker run -d --name both --network name=plain,alias=x,driver-opt=a=b --network ranged "$IMAGE" sleep 600
docker network connect --alias second --ip 10.51.1.33 ranged member; docker network connect six member; docker network connect none-such member
docker network connect --link fixed:other plain fixed
docker inspect member fixed both; docker ps
docker network inspect plain ranged six settings from-settings; docker network inspect -v ranged; docker network inspect none-such
docker network disconnect ranged member; docker network disconnect -f plain member; docker network disconnect plain none
docker network rm ranged; docker network rm bridge
docker rm -f member fixed both
docker network rm six; docker network prune -f --filter label=none; docker network prune -f
docker network rm from-settings settings
