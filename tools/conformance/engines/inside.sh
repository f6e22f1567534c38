#!/usr/bin/env bash
# Runs one engine inside namespaces of its own; start.sh calls it through unshare: inside.sh ROOT NETWORK

root=$1 network=$2
hostname engine

# A swarm wants an address on an interface that is up; nothing outside needs to reach it.
# Not every kernel has dummy interfaces, but without veth there would be no container networks either.
ip link set lo up
ip link add uplink type veth peer name far
ip addr add "$network.1/24" dev uplink
ip link set uplink up
ip route add default dev uplink

# The runtime calls pivot_root itself and so needs the engine's root to be a mount point, not a chroot.
mount --bind "$root" "$root"
mkdir -p "$root"/{oldroot,proc,sys,dev,dk}
for tree in dev proc sys; do mount --rbind "/$tree" "$root/$tree"; done
cd "$root" || exit 1
pivot_root . oldroot
umount -l /oldroot

# No name server can be reached from here: a refused question answers at once, an unanswered one takes seconds.
echo 'nameserver 127.0.0.1' >/etc/resolv.conf
echo '127.0.0.1 localhost engine' >/etc/hosts

# Registries on loopback: 5000 is open, 5001 wants a login. The engine trusts loopback without TLS.
# The names and words are test values, not secrets.
htpasswd -Bbn tester opensesame >/dk/htpasswd
for port in 5000 5001; do
  {
    echo 'version: 0.1'
    echo "storage: {filesystem: {rootdirectory: /dk/registry-$port}, delete: {enabled: true}}"
    echo "http: {addr: 127.0.0.1:$port}"
    [ $port = 5000 ] || echo 'auth: {htpasswd: {realm: test, path: /dk/htpasswd}}'
  } >/dk/registry-$port.yml
  docker-registry serve /dk/registry-$port.yml >/dk/registry-$port.log 2>&1 &
  echo $! >/dk/registry-$port.pid
done

# An index to search, of two files.
mkdir -p /dk/index/v1
echo '{"standalone": true}' >/dk/index/v1/_ping
echo '{"query":"busy","num_results":1,"page_size":25,"page":1,"num_pages":1,"results":[{"name":"busy","description":"A test entry","star_count":3,"is_official":false,"is_automated":false,"is_trusted":false}]}' >/dk/index/v1/search
busybox httpd -f -p 127.0.0.1:5002 -h /dk/index &
echo $! >/dk/index-5002.pid

# A second engine at the other end of the cable: joining a swarm and removing a node take two.
# It has a /run of its own, because an engine keeps names there that would clash.
peer() {
  unshare --net --mount bash -c '
    until ip link show far >/dev/null 2>&1; do sleep 0.1; done
    ip link set lo up
    ip addr add "$1.2/24" dev far
    ip link set far up
    ip route add default dev far
    mount -t tmpfs tmpfs /run
    exec dockerd --host unix:///dk/peer.sock --data-root /dk/peer-data --exec-root /dk/peer-exec --pidfile /dk/peer.pid
  ' peer "$network" >/dk/peer.log 2>&1 &
  # Until the new process has its own network, moving the cable there moves nothing.
  while ip link show far >/dev/null 2>&1; do
    ip link set far netns $! 2>/dev/null
    sleep 0.1
  done
}
peer

exec dockerd --host unix:///dk/docker.sock --data-root /dk/data --exec-root /dk/exec --pidfile /dk/pid >/dk/log 2>&1
