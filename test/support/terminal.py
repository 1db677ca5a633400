# Runs a program on its own terminal: terminal.py COLUMNS PROGRAM [ARGUMENT...]. Standard input is typed into the terminal, standard output
# is what the terminal shows, and the exit code is the program's.
import fcntl, os, pty, select, struct, sys, termios

columns = int(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
typing = [0]
while True:
    ready, _, _ = select.select([terminal, *typing], [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed:
            os.write(terminal, typed)
        else:
            typing = []
    if terminal in ready:
        try:
            shown = os.read(terminal, 4096)
        except OSError:
            shown = b""
        if not shown:
            break
        while shown:
            shown = shown[os.write(1, shown):]
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
