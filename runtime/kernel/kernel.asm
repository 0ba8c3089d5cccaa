# The kernel: what the machine itself does whenever something may ask. Verified and run like any procedure.

# An event: proposed as a whole, then in units, then committed; what it triggered runs unless `tail`.
proc event type rows tail
local floor committed emptied outs groups at group more
    X.FLOOR ; STORE floor
    NONE ; STORE committed ; NONE ; STORE emptied ; NONE ; STORE outs
    LOAD type ; LOAD rows ; PUSH 0 ; X.PROPOSE
    CALL replace 0 ; POP
    X.SPLIT ; STORE groups
    PUSH 0 ; STORE at
next:
    NEXT groups at group done
    LOAD type ; LOAD group ; PUSH 1 ; X.PROPOSE
    CALL replace 0 ; POP
    LOAD group ; X.COMMIT
    STORE more ; LOAD outs ; LOAD more ; X.CONCAT ; STORE outs
    STORE more ; LOAD emptied ; LOAD more ; X.CONCAT ; STORE emptied
    STORE more ; LOAD committed ; LOAD more ; X.CONCAT ; STORE committed
    JUMP next
done:
    X.CLOSE
    LOAD type ; LOAD committed ; X.COLLECT
    LOAD committed ; LOAD emptied ; LOAD outs ; LOAD floor ; LOAD tail
    X.AFTER after 5

# Replacing abilities of the open proposal, one after the other; each at most once.
proc replace
local who options pick answer
again:
    X.WOULD ; STORE options ; STORE who
    LOAD options ; JFALSE done
    LOAD who ; LOAD options ; PUSH 1 ; PUSH 1
    ASK replace ability _
    STORE pick ; EVAL (one pick) ; STORE pick
    LOAD pick ; X.OPTIONAL ; JFALSE apply
    LOAD who ; EVAL (group (num 1) (num 0)) ; PUSH 1 ; PUSH 1
    ASK yes-no yes-no _
    STORE answer
    EVAL (one answer) ; JTRUE apply
    LOAD pick ; X.DECLINE
    JUMP again
apply:
    LOAD pick ; X.APPLY ; X.RUN ; POP
    JUMP again
done:
    PUSH 0 ; RET

# After a commit: ends of the game, cards pushed out, triggered abilities, refills.
proc after committed emptied outs floor tail
local list at one rows type
    LOAD emptied ; X.STATES ; STORE list
    PUSH 0 ; STORE at
states:
    NEXT list at one pushed
    LOAD one ; X.TAKE ; X.RUN ; POP
    JUMP states
pushed:
    PUSH 0 ; STORE at
out:
    NEXT outs at one triggered
    LOAD one ; X.OUT ; POP
    JUMP out
triggered:
    LOAD tail ; JTRUE refill
    LOAD floor ; X.DRAIN
refill:
    PUSH 0 ; STORE at
fill:
    NEXT emptied at one done
    LOAD one ; X.REFILL ; STORE rows ; STORE type
    LOAD rows ; JFALSE fill
    LOAD type ; LOAD rows ; LOAD tail ; X.EVENT ; POP
    JUMP fill
done:
    LOAD committed ; RET

# Triggered abilities above the floor; their owners choose the order.
proc drain floor
local who options pick answer
again:
    LOAD floor ; X.POOL ; STORE options ; STORE who
    LOAD options ; JFALSE done
    LOAD who ; LOAD options ; PUSH 1 ; PUSH 1
    ASK trigger ability _
    STORE pick ; EVAL (one pick) ; STORE pick
    LOAD pick ; X.OPTIONAL ; JFALSE run
    LOAD who ; EVAL (group (num 1) (num 0)) ; PUSH 1 ; PUSH 1
    ASK yes-no yes-no _
    STORE answer
    EVAL (one answer) ; JTRUE run
    LOAD pick ; X.DROP
    JUMP again
run:
    LOAD pick ; X.TAKE ; X.RUN ; POP
    JUMP again
done:
    X.END

# The acts of a player until the player ends them.
proc acts player
local pick
again:
    LOAD player ; LOAD player ; X.ACTS ; PUSH 0 ; PUSH 1
    ASK act act _
    STORE pick
    LOAD pick ; JFALSE done
    EVAL (one pick) ; X.ACT ; POP
    DRAIN
    JUMP again
done:
    X.END

# The play abilities of a definition, from top to bottom.
proc abilities definition card player
local list at one
    LOAD definition ; LOAD card ; X.PLAY ; STORE list
    PUSH 0 ; STORE at
next:
    NEXT list at one done
    LOAD one ; LOAD card ; LOAD player ; NONE ; RUN ; POP
    DRAIN
    JUMP next
done:
    X.END

# Pay the price of an act on a card.
proc pay player card act
local ways way amount points chosen
    LOAD player ; LOAD card ; LOAD act ; X.WAYS ; STORE ways
    JFALSE no
    LOAD player ; LOAD ways ; PUSH 1 ; PUSH 1
    ASK pick way _
    STORE way ; EVAL (one way) ; STORE way
    LOAD player ; LOAD card ; LOAD act ; LOAD way ; X.POINTS ; STORE points ; STORE amount
    NONE ; STORE chosen
    LOAD points ; JFALSE spend
    LOAD player ; LOAD points ; LOAD amount ; LOAD amount
    ASK allocate point _
    STORE chosen
spend:
    LOAD player ; LOAD card ; LOAD act ; LOAD way ; LOAD chosen ; X.SPEND
    PUSH 1 ; RET
no:
    PUSH 0 ; RET

# Fill the empty spaces of a zone.
proc refill zone
local spaces at one rows type
    LOAD zone ; X.SPACES ; STORE spaces
    PUSH 0 ; STORE at
fill:
    NEXT spaces at one done
    LOAD one ; X.REFILL ; STORE rows ; STORE type
    LOAD rows ; JFALSE fill
    LOAD type ; LOAD rows ; PUSH 0 ; X.EVENT ; POP
    JUMP fill
done:
    X.END
