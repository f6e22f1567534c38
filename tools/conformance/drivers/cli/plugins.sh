# Drives plugins with the command line: creates one from a folder, pushes it to the open registry and installs it.

# SIGKILL follows SIGTERM, because newer releases survive the first signal.
docker() { timeout -k 1 60 /usr/bin/docker "$@"; }
rm -rf /dk/work && mkdir -p /dk/work/plugin/rootfs/usr/bin /dk/work/plugin/rootfs/lib64 /dk/work/plugin/rootfs/lib /dk/work/plugin/rootfs/tmp && cd /dk/work
for dir in run proc dev sys; do mkdir plugin/rootfs/$dir; done
cp /usr/bin/perl plugin/rootfs/usr/bin/ && cp -L /lib64/ld-linux-x86-64.so.2 plugin/rootfs/lib64/
for lib in libm.so.6 libc.so.6 libcrypt.so.1 libpthread.so.0 libdl.so.2; do cp -L /usr/lib/x86_64-linux-gnu/$lib plugin/rootfs/lib/ 2>/dev/null; cp -L /lib/x86_64-linux-gnu/$lib plugin/rootfs/lib/; done
cat >plugin/rootfs/listener <<'END'
socket(my $s, 1, 1, 0) or die; my $p = "/run/docker/plugins/lading.sock"; unlink $p;
bind($s, pack("S a*", 1, "$p\0")) or die; listen($s, 5); $SIG{TERM} = sub { exit 0 }; while (1) { accept(my $c, $s) or next; close $c; }
END
cat >plugin/config.json <<'END'
{"description": "only listens", "documentation": "none", "entrypoint": ["/usr/bin/perl", "/listener"],
 "interface": {"types": ["docker.volumedriver/1.0"], "socket": "lading.sock"}, "network": {"type": "host"},
 "linux": {"capabilities": ["CAP_NET_ADMIN"]}, "env": [{"name": "DEBUG", "settable": ["value"], "value": "0"}]}
END

docker plugin create localhost:5000/made:1 plugin
docker plugin ls; docker plugin ls -f enabled=false --no-trunc; docker plugin inspect localhost:5000/made:1; docker plugin inspect none
docker plugin set localhost:5000/made:1 DEBUG=1; docker plugin set localhost:5000/made:1 NONE=1
docker plugin enable localhost:5000/made:1; docker plugin ls; docker info; docker plugin rm localhost:5000/made:1
docker plugin disable localhost:5000/made:1; docker plugin disable localhost:5000/made:1
docker plugin push localhost:5000/made:1
docker plugin upgrade --grant-all-permissions localhost:5000/made:1 localhost:5000/made:1
docker plugin rm localhost:5000/made:1; docker plugin rm none
docker plugin install --grant-all-permissions --alias again --disable localhost:5000/made:1 DEBUG=1
docker plugin install --grant-all-permissions localhost:5000/made:1; docker plugin install --grant-all-permissions localhost:5000/none
docker plugin disable -f localhost:5000/made:1; docker plugin rm -f again localhost:5000/made:1
