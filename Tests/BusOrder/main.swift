import Switchboard

print("")
