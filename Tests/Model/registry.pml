/* The protocol of a registry: the state word, thread bias, revocation, the queue, the two phases, and parking.
 *
 * Each inline stands for the function of the same name in Sources/SwitchboardBroadcast, in `Broadcaster/` and in these
 * files of `Registry/`: StateWord.swift, ThreadBias.swift, Reclaiming.swift, Registry.swift. A statement is one access
 * to shared memory; what a function does with data that the lock guards is one statement, because no other thread looks
 * at these data meanwhile.
 *
 * Plain stores go through a buffer for each thread, as on x86. The buffer is emptied by atomic exchanges and by the
 * barrier of the revoker. A model with sequentially consistent memory does not notice that the barrier is missing.
 *
 * Checked: deliveries of a serial registry exclude each other; what was accepted is delivered; each retired node is
 * released once, and not while a walker holds it; no thread sleeps for ever (no invalid end state).
 *
 * -DTHREADS=n -DOPERATIONS=n      bounds; each thread performs any sequence of that many operations
 * -DNESTED                         handlers perform operations too
 * -DCONCURRENT                    a registry of the bus; without: a serial registry, fresh, that may become biased
 * -DSEED_…                        a defect, which the check must find; see check.sh
 */

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif
#define NODES 2

#define LOCK 1
#define WAITERS 2
#define PENDING 4
#define GARBAGE 8
#define CLOSED 16
#define PHASE 32
#define WALKER0 64
#define WALKERS0 192
#define WALKER1 256
#define WALKERS1 768
#define WALKERS (WALKERS0 | WALKERS1)

#define SHARED 0
#define FRESH 1
#define NONE 255
#define ME (me + 2)

/* The words. */
short bits = 0;
short local_word = 0;
#ifdef CONCURRENT
byte owner = SHARED;
#else
byte owner = FRESH;
#endif
bit isHeldLocally = 0;
bit carried = 0;

/* What the lock guards. Sets of nodes are bit masks. */
short flags = 0;
byte linked = 3, alive = 3;
byte fresh = 0, waiting = 0;
byte queue = 0;
bit nextTerminal = 0;

/* The parking lot. */
bit lot = 0;
bit asleep[THREADS];

/* What the checks look at. */
byte released = 0;
byte held_by_walker[THREADS];
byte deliveries = 0;
byte accepted = 0, delivered = 0;
bit ended = 0, endDelivered = 0;
byte finished = 0;

/* --- Memory --- */

#define IN_LOCAL 1
#define IN_OWNER 2
byte buffered[THREADS];
short buffer[THREADS];

inline empty_buffer(i) {
  if
  :: buffered[i] == IN_LOCAL -> local_word = buffer[i]
  :: buffered[i] == IN_OWNER -> owner = buffer[i]
  :: else
  fi;
  buffered[i] = 0
}

/* A store waits in the buffer until the memory takes it. Stores keep their order. */
inline store(place, value) {
  d_step { empty_buffer(me); buffered[me] = place; buffer[me] = value }
}

#define load_local (buffered[me] == IN_LOCAL -> buffer[me] : local_word)
#define load_owner (buffered[me] == IN_OWNER -> buffer[me] : owner)

proctype Memory() {
end:
  do
  :: d_step { buffered[0] != 0 -> empty_buffer(0) }
  :: d_step { buffered[1] != 0 -> empty_buffer(1) }
#if THREADS > 2
  :: d_step { buffered[2] != 0 -> empty_buffer(2) }
#endif
  od
}

inline barrier_on_all_threads() {
#ifdef SEED_NO_BARRIER
  skip
#else
  d_step {
    empty_buffer(0);
    empty_buffer(1);
#if THREADS > 2
    empty_buffer(2)
#endif
  }
#endif
}

/* --- StateWord.swift --- */

inline waitUntilUnlocked() {
  if
  :: (bits & LOCK) == 0                       /* seen while the thread spun */
  :: atomic { lot == 0 -> lot = 1 };
     do
     :: seen = bits;
        if
        :: (seen & LOCK) == 0 -> break
        :: else ->
           got = 0;
           if
           :: (seen & WAITERS) != 0 -> got = 1
           :: else ->
              d_step {
                empty_buffer(me);
                if
                :: bits == seen -> bits = seen | WAITERS; got = 1
                :: else
                fi
              }
           fi;
           if
           :: got ->
#ifdef SEED_SLEEP_WITHOUT_LOT
              lot = 0;
              asleep[me] = 1;
#else
              d_step { lot = 0; asleep[me] = 1 };
#endif
              asleep[me] == 0;
              atomic { lot == 0 -> lot = 1 }
           :: else
           fi
        fi
     od;
     lot = 0
  fi
}

inline wakeWaiters() {
  atomic { lot == 0 -> lot = 1 };
  d_step {
    asleep[0] = 0;
    asleep[1] = 0;
#if THREADS > 2
    asleep[2] = 0;
#endif
    lot = 0
  }
}

/* The load and the exchange of `acquire` are one step: an exchange that fails changes nothing. */
inline StateWord_acquire() {
  got = 0;
  do
  :: got -> break
  :: else ->
     d_step {
       if
       :: (bits & LOCK) == 0 -> empty_buffer(me); bits = bits | LOCK; word = bits; got = 1
       :: else
       fi
     };
     if
     :: got
     :: else -> waitUntilUnlocked(); got = 0
     fi
  od;
  skip
}

/* Sets `got` if the word was still `seen`. */
inline StateWord_release(desired) {
  d_step {
    empty_buffer(me);
    if
    :: bits == seen -> got = 1; bits = desired
    :: else -> got = 0; seen = bits
    fi
  };
  if
  :: got && (seen & WAITERS) -> wakeWaiters(); got = 1
  :: else
  fi
}

inline tryEnter() {
  d_step {
    empty_buffer(me);
    if
    :: bits == 0 -> bits = WALKER0; entry = SHARED
    :: else -> entry = NONE
    fi
  }
}

inline tryLeave() {
  d_step {
    empty_buffer(me);
    if
    :: bits == WALKER0 -> bits = 0; got = 1
    :: else -> got = 0
    fi
  }
}

/* --- ThreadBias.swift --- */

inline revoke() {
  store(IN_OWNER, SHARED);
  barrier_on_all_threads();
#ifdef SEED_REVOKER_DOES_NOT_WAIT
  seen = load_local;
#else
  /* The revoker backs off until the owner has given its lock up. */
  atomic { (load_local & LOCK) == 0 -> seen = load_local };
#endif
  d_step {
    empty_buffer(me);
    isHeldLocally = 0;
#ifdef SEED_REVOCATION_FORGETS_DELIVERY
    seen = 0;
#endif
    carried = ((seen & WALKERS) != 0);
    bits = bits + (seen & WALKERS);
    word = bits
  }
}

inline acquireShared() {
  StateWord_acquire();
  if
  :: load_owner <= FRESH
  :: else -> revoke()
  fi
}

inline acquire() {
  seen = load_owner;
  if
  :: seen <= FRESH -> acquireShared()
  :: seen == ME ->
     word = load_local | LOCK;
     store(IN_LOCAL, word);
     if
     :: load_owner == ME -> d_step { empty_buffer(me); isHeldLocally = 1 }
     :: else ->
        store(IN_LOCAL, word & ~LOCK);
        acquireShared()
     fi
  :: else -> acquireShared()
  fi
}

/* Whether the lock is held on `local`. */
#ifdef SEED_LOCK_LOOKED_UP_IN_LOCAL
#define HELD_LOCALLY ((load_local & LOCK) != 0)
#else
#define HELD_LOCALLY isHeldLocally
#endif
#define HELD (HELD_LOCALLY -> load_local : bits)

inline release(desired) {
  if
  :: HELD_LOCALLY -> store(IN_LOCAL, desired); got = 1
  :: else -> StateWord_release(desired)
  fi
}

/* Sets `got` to whether the revoker counted this thread's delivery. */
inline isCarried() {
  StateWord_acquire();
  d_step { entry = carried; carried = 0; seen = bits };
  do
  :: StateWord_release(seen & ~(LOCK | WAITERS));
     if
     :: got -> break
     :: else
     fi
  od;
  got = entry
}

inline enter() {
  if
  :: load_owner == ME && load_local == 0 ->
     store(IN_LOCAL, WALKER0);
     if
     :: load_owner == ME -> entry = ME
     :: else ->
        isCarried();
        entry = (got -> SHARED : NONE)
     fi
#ifdef SEED_ENTERED_BESIDE_THE_OWNER
  :: !(load_owner == ME && load_local == 0) -> tryEnter()
#else
  :: !(load_owner == ME && load_local == 0) && load_owner == SHARED -> tryEnter()
  :: !(load_owner == ME && load_local == 0) && load_owner != SHARED -> entry = NONE
#endif
  fi
}

/* Sets `got` if the delivery has ended. */
inline leave() {
  if
  :: entry == SHARED -> tryLeave()
  :: entry != SHARED && load_local != WALKER0 -> got = 0
  :: entry != SHARED && load_local == WALKER0 ->
     store(IN_LOCAL, 0);
     if
     :: load_owner == ME -> got = 1
     :: else ->
        isCarried();
#ifdef SEED_REVOCATION_COUNTS_TWICE
        got = 1
#else
        got = !got
#endif
     fi
  fi
}

/* The walker that `unlock` adds: none if the first delivery begins the bias. */
inline walker() {
  if
#ifdef SEED_BIAS_BEGUN_TWICE
  :: load_owner <= FRESH && !isHeldLocally ->
#else
  :: load_owner == FRESH ->
#endif
     store(IN_LOCAL, flags | WALKER0);
     store(IN_OWNER, ME);
     added = 0
  :: else -> added = WALKER0
  fi
}

/* --- Reclaiming.swift --- */

/* Releases nodes without the lock. */
inline release_nodes(nodes) {
  d_step {
    assert((released & (nodes)) == 0);
    assert((held_by_walker[0] & (nodes)) == 0);
    assert((held_by_walker[1] & (nodes)) == 0);
#if THREADS > 2
    assert((held_by_walker[2] & (nodes)) == 0);
#endif
    released = released | (nodes)
  }
}

inline unlockAndReclaim(en, le, st) {
  d_step {
    walkers = (seen & WALKERS) - le - st;
#ifdef SEED_NO_GRACE_PERIOD
    walkers = 0;
#endif
    if
    :: walkers == 0 ->
       garbage = garbage | waiting | fresh;
       waiting = 0;
       fresh = 0;
       flags = flags & ~(PHASE | GARBAGE)
    :: else ->
       flags = flags | GARBAGE;
       if
#ifdef SEED_PHASE_FLIPS_EARLY
       :: true ->
#else
       :: (walkers & ~((flags & PHASE) == 0 -> WALKERS0 : WALKERS1)) == 0 ->
#endif
          garbage = garbage | waiting;
          waiting = 0;
          if
          :: st == 0 && fresh != 0 ->
             waiting = fresh;
             fresh = 0;
             flags = flags ^ PHASE
          :: else
          fi
       :: else
       fi
    fi;
    desired = ((seen & WALKERS) + en - le) | flags
  }
}

/* Gives the lock back, with a walker to add or to take away. Nodes that no walker can hold are released after that. */
inline unlock(en, le, st) {
  garbage = 0;
  seen = HELD;
  do
  :: if
     :: fresh == 0 && waiting == 0 && garbage == 0 && (flags & GARBAGE) == 0 ->
        desired = ((seen & WALKERS) + en - le) | flags
     :: else -> unlockAndReclaim(en, le, st)
     fi;
     release(desired);
     if
     :: got -> break
     :: else
     fi
  od;
  if
  :: garbage != 0 -> release_nodes(garbage)
  :: else
  fi
}

/* --- Broadcaster/ --- */

/* Any use of the lock that changes nothing. */
inline census() {
  acquire();
  unlock(0, 0, 0)
}

inline dispose(node) {
  acquire();
  if
  :: (alive & node) == 0 -> unlock(0, 0, 0)
  :: else ->
     d_step {
       empty_buffer(me);
       alive = alive & ~node;
       linked = linked & ~node;
       if
       :: (word & WALKERS) != 0 -> fresh = fresh | node
       :: else -> removed = node
       fi
     };
     unlock(0, 0, 0);
     if
     :: removed != 0 -> release_nodes(removed); removed = 0
     :: else
     fi
  fi
}


/* Called under the lock, with `word`. `deliver` is set if the caller has begun a delivery. */
inline sendOrQueue() {
  deliver = 0;
  if
  :: flags & CLOSED -> unlock(0, 0, 0)
  :: !(flags & CLOSED) && (word & WALKERS) != 0 ->
     d_step {
       empty_buffer(me);
       accepted++;
       queue++;
#ifndef SEED_QUEUED_NOT_PENDING
       flags = flags | PENDING
#endif
     };
     unlock(0, 0, 0)
  :: !(flags & CLOSED) && (word & WALKERS) == 0 ->
     accepted++;
     walker();
     unlock(added, 0, 0);
     deliver = 1
  fi
}

/* An operation in a handler, which counts as one of the thread's operations. */
inline nested() {
#ifdef NESTED
  if
  :: left > 0 ->
     left--;
     outer = entry;
     if
#ifndef CONCURRENT
     :: acquire(); sendOrQueue(); assert(deliver == 0)
#endif
     :: dispose(1)
     :: dispose(2)
     fi;
     entry = outer
  :: true
  fi
#else
  skip
#endif
}

inline visit(node) {
  if
  :: d_step { (linked & node) != 0 -> held_by_walker[me] = node };
     d_step { assert((released & node) == 0); held_by_walker[me] = 0 }
  :: d_step { (linked & node) == 0 -> skip }
  fi
}

inline walk() {
  d_step {
    deliveries++;
#ifndef CONCURRENT
    assert(deliveries == 1);
#endif
    delivered++
  };
  visit(1);
  nested();
  visit(2);
  deliveries--
}

inline deliverLast() {
  d_step { deliveries++; assert(deliveries == 1); assert(!endDelivered); endDelivered = 1 };
  visit(1);
  visit(2);
  deliveries--;
  acquire();
  d_step {
    empty_buffer(me);
#ifndef SEED_END_KEEPS_NODES
    fresh = fresh | linked;
#endif
    alive = alive & ~linked;
    linked = 0
  };
  unlock(0, 0, WALKER0)
}

/* Ends a delivery that the caller has begun, after what came up meanwhile. */
inline drain() {
  do
  :: acquire();
     if
     :: queue > 0 ->
        d_step {
          empty_buffer(me);
          batch = queue;
          queue = 0;
          if
          :: !nextTerminal -> flags = flags & ~PENDING
          :: else
          fi
        };
        unlock(0, 0, WALKER0);
        do
        :: batch == 0 -> break
        :: else -> walk(); batch--
        od
     :: queue == 0 && nextTerminal ->
        d_step { empty_buffer(me); nextTerminal = 0; flags = flags & ~PENDING };
        unlock(0, 0, WALKER0);
        deliverLast()
     :: queue == 0 && !nextTerminal && (fresh | waiting) != 0 -> unlock(0, 0, WALKER0)
     :: queue == 0 && !nextTerminal && (fresh | waiting) == 0 -> unlock(0, WALKER0, 0); break
     fi
  od;
  skip
}

/* One loop for what `send`, `join` and `terminate` have in common, so that `walk` and `drain` stand in the model once:
 * the thread begins a delivery if it may, delivers, and drains if work came up. */
inline send() {
  enter();
  if
  :: entry != NONE -> accepted++; deliver = 1
  :: else ->
     acquire();
     sendOrQueue();
     entry = NONE
  fi
}

inline terminate() {
  acquire();
  deliver = 0;
  if
  :: flags & CLOSED -> unlock(0, 0, 0)
  :: else ->
     d_step { empty_buffer(me); flags = flags | CLOSED; ended = 1 };
     if
     :: (word & WALKERS) != 0 ->
        d_step {
          nextTerminal = 1;
#ifndef SEED_END_NOT_PENDING
          flags = flags | PENDING
#endif
        };
        unlock(0, 0, 0);
#ifdef CONCURRENT
#ifndef SEED_END_LOST_IN_A_RACE
        finishPhase()
#endif
#endif
     :: else -> unlock(WALKER0, 0, 0); deliver = 2
     fi
  fi
}

#ifdef CONCURRENT

inline finishPhase() {
  acquire();
  if
  :: nextTerminal && (word & WALKERS) == 0 -> unlock(WALKER0, 0, 0); deliver = 3
  :: else -> unlock(0, 0, 0)
  fi
}

/* The load and the exchange of `enterPhase` are one step, as in `acquire`. */
inline dispatch() {
  entry = NONE;
  do
  :: d_step {
       got = 0;
       if
       :: (bits & CLOSED) -> got = 1
       :: !(bits & CLOSED) && !(bits & LOCK) ->
          added = ((bits & PHASE) == 0 -> WALKER0 : WALKER1);
          bits = bits + added;
          entry = SHARED;
          accepted++;
          got = 1
       :: else
       fi
     };
     if
     :: got -> break
     :: else -> waitUntilUnlocked(); got = 0
     fi
  od;
  deliver = 0;
  if
  :: entry == SHARED ->
     walk();
     /* leavePhase */
     d_step { empty_buffer(me); seen = bits; bits = bits - added };
#ifdef SEED_LEAVER_IGNORES_GARBAGE
     word = seen & PENDING;
#else
     word = seen & (GARBAGE | PENDING);
#endif
     if
     :: word != 0 && (seen & (added == WALKER0 -> WALKERS0 : WALKERS1)) == added -> finishPhase()
     :: else
     fi
  :: else
  fi
}

#endif

proctype Thread(byte me) {
  short seen, word, desired, walkers, added;
  byte entry, outer, garbage, removed, batch, deliver;
  bit got;
  byte left = OPERATIONS;
  do
  :: left == 0 -> break
  :: left > 0 ->
     left--;
     deliver = 0;
     if
#ifdef CONCURRENT
     :: dispatch()
#else
     :: send()
#endif
     :: terminate()
     :: dispose(1)
#ifdef BOTH_NODES
     :: dispose(2)
#endif
     :: census()
     fi;
     if
     :: deliver == 1 ->
        walk();
        if
        :: entry != NONE -> leave()
        :: else -> got = 0
        fi;
        deliver = (got -> 0 : 3)
     :: deliver == 2 -> deliverLast(); deliver = 3
     :: else
     fi;
     if
     :: deliver == 3 -> drain()
     :: else
     fi;
     d_step {
       seen = 0; word = 0; desired = 0; walkers = 0; added = 0; entry = 0; outer = 0; garbage = 0; batch = 0;
       deliver = 0; got = 0
     }
  od;
  finished++
}

init {
  atomic {
#ifdef CONCURRENT
    bits = 0;
#endif
    run Memory();
    run Thread(0);
    run Thread(1);
#if THREADS > 2
    run Thread(2)
#endif
  };
  finished == THREADS;
  d_step {
    empty_buffer(0);
    empty_buffer(1);
#if THREADS > 2
    empty_buffer(2);
#endif
    assert(accepted == delivered);
    assert(ended == endDelivered);
    assert(queue == 0 && !nextTerminal);
    assert(fresh == 0 && waiting == 0);
    assert((bits & (LOCK | WAITERS | WALKERS | PENDING | GARBAGE)) == 0);
    assert(owner <= FRESH || (local_word & (LOCK | WALKERS | PENDING | GARBAGE)) == 0);
    assert((linked & released) == 0 && (linked | released) == 3)
  }
}
