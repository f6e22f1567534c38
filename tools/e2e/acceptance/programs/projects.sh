# Brings up the five projects of projects/ with $COMPOSE, uses what they publish, and takes them down.
# Exit code 1 if a step did something else.

# Asks a published port by HTTP, and prints the last line of the response: get PORT [PATH]
get() {
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${2:-/}" >&3
  sed -n '1p;$p' <&3 | tr -d '\r'
  exec 3>&-
}

status() { get "$@" | head -n 1; }

# Prints the name that an application gives itself.
names_of() { get "$@" | sed -n 's/.*"name":"\([^"]*\)".*/\1/p'; }

# Sends a line to a published port, and prints the first line of the response: say PORT LINE
say() {
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return
  printf '%s\r\n' "$2" >&3
  head -n 1 <&3 | tr -d '\r'
  exec 3>&-
}

# Runs a command, and compares the end of its exit code and what it prints, or the code alone: step WANTED COMMAND …
step() {
  local wanted=$1 printed
  shift
  printed=$("$@" </dev/null 2>&1)
  local code=$?
  echo "# $*"
  [[ $wanted == done && $code == 0 ]] && return
  [[ $code:$printed == *"$wanted" ]] && return
  echo "FAILED, it is not $wanted: $code:$printed"
  failed=1
}

compose() { DOCKER_BUILDKIT=0 $COMPOSE --ansi never --progress quiet "$@"; }

# Runs a project from its first start to its end: project NAME, with its steps as a function of that name.
project() {
  cd "/tmp/projects/$1" || exit
  export COMPOSE_PROJECT_NAME=$1
  step '0:' compose config -q
  step done compose up -d --wait --quiet-pull --build
  "$1"
  step '0:' compose --profile '*' down -v --remove-orphans --rmi local -t 1
  step '0:' compose ps -aq
}

failed=0
rm -rf /tmp/projects
cp -r "$(dirname "$0")/projects" /tmp

# A proxy before an application, whose database has a password in a file.
export APP_PASSWORD=secret
proxy() {
  step 'app' names_of 18081 /api
  step '0:1' compose exec -T db psql -U app -Atc "create table notes (text text); insert into notes values ('kept'); select count(*) from notes"
  step '+OK' say 16379 'SET greeting hello'
  step '0:' compose restart db cache
  step '0:' compose up -d --wait
  step '0:kept' compose exec -T db psql -U app -Atc 'select text from notes'
  step '0:hello' compose exec -T cache redis-cli get greeting
}

# A site that is built, with variables of .env and a database that is filled when it is created.
blog() {
  step '<h1>blog</h1>' get 18082 /index.html
  step 'built' get 18082 /built.txt
  step $'first\nsecond' compose exec -T db psql -U postgres -Atc 'select title from posts order by id'
  step ':1' say 16380 'INCR visits'
  step '0:' compose stop web
  step '0:web exited' compose ps -a --format '{{.Service}} {{.State}}' web
  step '0:' compose start web
  step '0:HTTP/1.1 404 Not Found' status 18082 /none
}

# A job that creates tables before the application starts.
jobs() {
  step '0:HTTP/1.1 200 OK' status 18083 /health
  step '0:3' compose exec -T db psql -U postgres -Atc 'select sum(id) from jobs'
  step 'INSERT 0 2' compose logs --no-color --no-log-prefix migrate
  step '0:PONG' compose run --rm -T cache redis-cli -h cache ping
}

# Three copies of an application behind a proxy, and a tool that a profile adds.
scaled() {
  step '0:HTTP/1.1 200 OK' status 18084 /health
  step '0:' compose up -d --wait --scale app=2
  step $'0:app running\napp running' compose ps --format '{{.Service}} {{.State}}' app
  step '0:' compose --profile tools up -d --wait
  step '0:+PONG' say 17000 PING
  step '0:' compose --profile tools stop -t 1 forward
}

# A site that one service writes and another one serves, with a file that changes a setting.
shared() {
  step 'page 2' get 18085 /2.html
  step '42' get 18085 /answer.txt
  step 'blue' compose exec -T web sh -c 'echo $COLOR'
  step 'Read-only file system' compose exec -T web touch /usr/local/apache2/htdocs/x
  step $'maxmemory\n10mb' compose exec -T cache redis-cli config get maxmemory
  step '0:' compose cp web:/usr/local/apache2/htdocs/3.html /tmp/projects/copied
  step '0:page 3' cat /tmp/projects/copied
}

for each in proxy blog jobs scaled shared; do project "$each"; done
exit $failed
