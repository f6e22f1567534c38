#!/usr/bin/env bash
# Runs one engine in separate namespaces; start.sh calls it through unshare: inside.sh ROOT NETWORK

root=$1 network=$2
hostname engine

# A swarm needs an address on an interface that is up; nothing outside needs to reach it.
# Not every kernel has dummy interfaces; veth interfaces are required for container networks anyway.
ip link set lo up
ip link add uplink type veth peer name far
ip addr add "$network.1/24" dev uplink
ip link set uplink up
ip route add default dev uplink

# The container runtime calls pivot_root, so the engine's root must be a mount point, not a chroot.
mount --bind "$root" "$root"
mkdir -p "$root"/{oldroot,proc,sys,dev,dk}
for tree in dev proc sys; do mount --rbind "/$tree" "$root/$tree"; done
cd "$root" || exit 1
pivot_root . oldroot
umount -l /oldroot

# No name server is reachable from here: a refused query fails at once, one without a response takes seconds.
echo 'nameserver 127.0.0.1' >/etc/resolv.conf
echo '127.0.0.1 localhost engine' >/etc/hosts

# Registries on loopback: 5000 is open, 5001 requires a login. The engine trusts loopback without TLS.
# The user name and the password are test values, not secrets.
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

# A search index of two files.
mkdir -p /dk/index/v1
echo '{"standalone": true}' >/dk/index/v1/_ping
echo '{"query":"busy","num_results":1,"page_size":25,"page":1,"num_pages":1,"results":[{"name":"busy","description":"A test entry","star_count":3,"is_official":false,"is_automated":false,"is_trusted":false}]}' >/dk/index/v1/search
busybox httpd -f -p 127.0.0.1:5002 -h /dk/index &
echo $! >/dk/index-5002.pid

# A second engine at the other end of the veth pair: joining a swarm and removing a node need two engines.
# It has a separate /run, because file names of the engines there would collide.
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
  # Moving the interface has no effect until the new process has its own network namespace.
  while ip link show far >/dev/null 2>&1; do
    ip link set far netns $! 2>/dev/null
    sleep 0.1
  done
}
peer

exec dockerd --host unix:///dk/docker.sock --data-root /dk/data --exec-root /dk/exec --pidfile /dk/pid >/dk/log 2>&1
