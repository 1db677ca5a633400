#!/bin/sh
# Cleans up after a test run, however the run ends. Its standard input is a pipe that only the runner holds open: when the
# runner closes it, or is killed without a chance to say anything, the servers are stopped and the folder is deleted.
trap '' INT TERM HUP
folder=$1
cat >/dev/null

# A server deletes its pid file as its last act. If a server has died without doing so, the script does not wait for it.
stop() {
  [ -s "$1" ] || return 0
  read -r pid <"$1"
  kill -s "$2" "$pid" 2>/dev/null || return 0
  tries=0
  while [ -e "$1" ] && kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
}
stop "$folder/postgres/postmaster.pid" INT
stop "$folder/redis.pid" TERM

# Other processes that the run has left behind have the run's folder in their environment, if only as that of their store (Linux only:
# elsewhere nothing matches).
for file in $(grep -lsF "$folder" /proc/[0-9]*/environ 2>/dev/null); do
  pid=${file#/proc/}
  kill -KILL "${pid%/environ}" 2>/dev/null
done

rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
