# Brings up five projects of a web application, a database and a cache with $COMPOSE, uses what they publish, and takes them down.
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
mkdir -p /tmp/projects/{proxy,blog,jobs,scaled,shared}

# A proxy before an application, whose database has a password in a file.
cat >/tmp/projects/proxy/compose.yaml <<'FILE'
services:
  proxy:
    image: nginx:1.27-alpine
    ports: ["18081:80"]
    configs: [{ source: site, target: /etc/nginx/conf.d/default.conf }]
    depends_on: { app: { condition: service_started } }
    networks: [front]
  app:
    image: traefik/whoami
    environment: { WHOAMI_NAME: app }
    depends_on:
      db: { condition: service_healthy, restart: true }
      cache: { condition: service_healthy }
    networks: [front, back]
  db:
    image: postgres:16-alpine
    environment: { POSTGRES_USER: app, POSTGRES_DB: app, POSTGRES_PASSWORD_FILE: /run/secrets/password }
    secrets: [password]
    healthcheck: { test: ["CMD-SHELL", "pg_isready -U app"], interval: 500ms, retries: 60 }
    volumes: ["data:/var/lib/postgresql/data"]
    networks: [back]
  cache:
    image: redis:7-alpine
    command: redis-server --appendonly yes
    ports: ["127.0.0.1:16379:6379"]
    healthcheck: { test: ["CMD", "redis-cli", "ping"], interval: 500ms, retries: 20 }
    volumes: ["cache:/data"]
    networks: [back]
configs:
  site:
    content: |
      server { listen 80; location / { proxy_pass http://app:80; proxy_set_header X-From proxy; } }
secrets:
  password: { environment: APP_PASSWORD }
networks: { front: {}, back: { internal: true } }
volumes: { data: {}, cache: {} }
FILE
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
mkdir -p /tmp/projects/blog/site
cat >/tmp/projects/blog/site/Dockerfile <<'FILE'
ARG BASE
FROM ${BASE}
COPY . /usr/local/apache2/htdocs/
RUN rm /usr/local/apache2/htdocs/Dockerfile && echo built > /usr/local/apache2/htdocs/built.txt
LABEL org.example.part=blog
FILE
echo '<h1>blog</h1>' >/tmp/projects/blog/site/index.html
printf 'TAG=2.4\nPORT=18082\nDB_PASSWORD=other\n' >/tmp/projects/blog/.env
cat >/tmp/projects/blog/compose.yaml <<'FILE'
x-logging: &logging
  logging: { driver: json-file, options: { max-size: 1m } }
services:
  web:
    <<: *logging
    build: { context: site, args: { BASE: "httpd:${TAG}" } }
    ports: ["${PORT:?set a port}:80"]
    restart: unless-stopped
    depends_on: [db, cache]
  db:
    <<: *logging
    image: postgres
    environment: { POSTGRES_PASSWORD: "${DB_PASSWORD}" }
    configs: [{ source: schema, target: /docker-entrypoint-initdb.d/1.sql }]
    healthcheck: { test: pg_isready -h 127.0.0.1 -U postgres, interval: 500ms, start_period: 30s, retries: 60 }
    tmpfs: [/scratch]
  cache:
    image: valkey/valkey:8
    ports: ["16380:6379"]
configs:
  schema:
    content: |
      create table posts (id serial primary key, title text not null);
      insert into posts (title) values ('first'), ('second');
FILE
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
cat >/tmp/projects/jobs/compose.yaml <<'FILE'
services:
  migrate:
    image: postgres:16
    environment: { PGPASSWORD: p }
    command: psql -h db -U postgres -v ON_ERROR_STOP=1 -c "create table jobs (id int)" -c "insert into jobs values (1), (2)"
    depends_on: { db: { condition: service_healthy } }
  app:
    image: traefik/whoami
    ports: ["18083:80"]
    depends_on:
      migrate: { condition: service_completed_successfully }
      cache: { condition: service_started }
  db:
    image: postgres:16
    environment: { POSTGRES_PASSWORD: p }
    healthcheck: { test: ["CMD", "pg_isready", "-U", "postgres"], interval: 500ms, retries: 60 }
  cache: { image: "redis:7" }
FILE
jobs() {
  step '0:HTTP/1.1 200 OK' status 18083 /health
  step '0:3' compose exec -T db psql -U postgres -Atc 'select sum(id) from jobs'
  step 'INSERT 0 2' compose logs --no-color --no-log-prefix migrate
  step '0:PONG' compose run --rm -T cache redis-cli -h cache ping
}

# Three copies of an application behind a proxy, and a tool that a profile adds.
cat >/tmp/projects/scaled/compose.yaml <<'FILE'
services:
  balancer:
    image: nginx
    ports: ["18084:80"]
    configs: [{ source: balancer, target: /etc/nginx/conf.d/default.conf }]
    depends_on: [app]
  app:
    image: traefik/whoami
    deploy: { replicas: 3 }
  db:
    image: postgres
    environment: { POSTGRES_HOST_AUTH_METHOD: trust }
    healthcheck: { test: ["CMD", "pg_isready"], interval: 500ms, retries: 60 }
  cache: { image: valkey/valkey }
  forward:
    image: alpine/socat
    command: TCP-LISTEN:7000,fork,reuseaddr TCP:cache:6379
    ports: ["17000:7000"]
    profiles: [tools]
configs:
  balancer:
    content: |
      upstream apps { server app:80; }
      server { listen 80; location / { proxy_pass http://apps; } }
FILE
scaled() {
  step '0:HTTP/1.1 200 OK' status 18084 /health
  step '0:' compose up -d --wait --scale app=2
  step $'0:app running\napp running' compose ps --format '{{.Service}} {{.State}}' app
  step '0:' compose --profile tools up -d --wait
  step '0:+PONG' say 17000 PING
  step '0:' compose --profile tools stop -t 1 forward
}

# A site that one service writes and another one serves, with a file that changes a setting.
cat >/tmp/projects/shared/compose.yaml <<'FILE'
services:
  writer:
    image: alpine:3.20
    command: sh -c 'for i in 1 2 3; do echo page $$i > /site/$$i.html; done; awk "BEGIN { print 6 * 7 }" > /site/answer.txt'
    volumes: ["site:/site"]
  web:
    image: httpd:2.4-alpine
    ports: ["18085:80"]
    volumes: ["site:/usr/local/apache2/htdocs:ro"]
    env_file: [settings.env]
    depends_on: { writer: { condition: service_completed_successfully } }
  db:
    image: postgres
    environment: { POSTGRES_PASSWORD: p }
    healthcheck: { test: ["CMD", "pg_isready", "-U", "postgres"], interval: 500ms, retries: 60 }
  cache:
    extends: { service: base, file: base.yaml }
volumes: { site: { labels: { part: site } } }
FILE
cat >/tmp/projects/shared/base.yaml <<'FILE'
services:
  base: { image: "redis:7", labels: { from: base } }
FILE
cat >/tmp/projects/shared/compose.override.yaml <<'FILE'
services:
  cache: { command: redis-server --maxmemory 10mb }
FILE
echo 'COLOR=blue' >/tmp/projects/shared/settings.env
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
