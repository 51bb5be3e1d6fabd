/* The protocol of a registry: the state word, thread bias, revocation, the queue, the two phases, and parking.
 *
 * Each inline stands for the function of the same name in Sources/Runtime/SwitchboardBroadcast, in `Broadcaster/` and in these
 * files of `Registry/`: StateWord.swift, ThreadBias.swift, Reclaiming.swift, Registry.swift. A statement is one access
 * to shared memory; what a function does with data that the lock guards is one statement, because no other thread looks
 * at these data meanwhile. Functions that only call another function have no inline: `lock`, `sendSlowly`, `dispose`,
 * and those that a registry for one storage overrides.
 *
 * Plain stores go through a buffer for each thread, as on x86. The buffer is emptied by atomic exchanges and by the
 * barrier of the revoker. A model with sequentially consistent memory does not notice that the barrier is missing.
 *
 * Checked: deliveries of a serial registry exclude each other; what was accepted is delivered; each retired node is
 * released once, and not while a walker holds it; no thread sleeps for ever (no invalid end state).
 *
 * -DTHREADS=n -DOPERATIONS=n      bounds; each thread performs any sequence of that many operations
 * -DNESTED                         handlers perform operations too
 * -DBIASED                        a serial registry that is biased to a thread; without: fresh, may become biased
 * -DCONCURRENT                    a registry of the bus
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
#define REVOKED 254
#define ME (me + 2)

/* The words. */
short bits = 0;
short local_word = 0;
#if defined(CONCURRENT)
byte owner = SHARED;
#elif defined(BIASED)
byte owner = 2;   /* thread 0 */
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
bit isEnding = 0;   /* `terminal` is set before and stays set */

/* The parking lot. */
bit lot = 0;
bit asleep[THREADS];

/* What the checks look at. */
byte released = 0;
byte held_by_walker[THREADS];
byte deliveries = 0;
byte undelivered = 0;   /* values that were accepted and whose delivery has not begun */
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
    :: bits == 0 -> bits = WALKER0; got = 1
    :: else -> got = 0
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
  d_step { entry = carried; carried = 0; seen = word };
  do
  :: StateWord_release(seen & ~(LOCK | WAITERS));
     if
     :: got -> break
     :: else
     fi
  od;
  got = entry
}

/* `entry` is this thread for `local`, NONE for `shared`, and REVOKED. */
inline enter() {
  if
  :: load_owner == ME && load_local == 0 ->
     store(IN_LOCAL, WALKER0);
     entry = (load_owner == ME -> ME : REVOKED)
  :: else -> entry = NONE
  fi
}

/* Sets `got` if the delivery has begun. */
inline enterShared() {
  if
#ifndef SEED_ENTERED_BESIDE_THE_OWNER
  :: load_owner != SHARED -> got = 0
#endif
  :: else -> tryEnter()
  fi
}

/* Sets `got` if the delivery has ended. */
inline leave() {
  if
#ifndef SEED_LEFT_WITH_WORK
  :: load_local != WALKER0 -> got = 0
#endif
  :: else ->
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

/* Sets `got` if the delivery has ended. */
inline leaveStanding() {
  seen = load_owner;
  if
  :: seen == SHARED -> tryLeave()
  :: seen != SHARED ->
     assert(seen == ME);
#ifdef SEED_STANDING_LEFT_BESIDE_THE_REVOKER
     if
     :: load_local == WALKER0 -> store(IN_LOCAL, 0); got = 1
     :: else -> got = 0
     fi
#else
     leave()
#endif
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

/* Whether nodes wait to be released, as the thread that is delivering sees it. */
inline hasGarbage() {
  if
  :: load_owner <= FRESH -> got = ((bits & GARBAGE) != 0)
  :: else -> got = ((load_local & GARBAGE) != 0)
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

/* One round of the loop: what is released, and the word with which the lock is given back. */
inline reclaim(en, le, st) {
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
     :: else -> reclaim(en, le, st)
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

inline remove(node) {
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

/* Queues a value. Called under the lock, during a delivery. */
inline enqueue() {
  d_step {
    empty_buffer(me);
    undelivered++;
    queue++;
#ifndef SEED_QUEUED_NOT_PENDING
    flags = flags | PENDING
#endif
  }
}

/* Called under the lock, with `word`. `deliver` is set if a delivery has begun. The caller's part in the case `queue`
 * is here too. */
inline beginUnderLock() {
  deliver = 0;
  if
  :: flags & CLOSED -> unlock(0, 0, 0)
  :: !(flags & CLOSED) && (word & WALKERS) != 0 -> enqueue(); unlock(0, 0, 0)
  :: !(flags & CLOSED) && (word & WALKERS) == 0 ->
     undelivered++;
     walker();
     unlock(added, 0, 0);
     deliver = 1
  fi
}

inline begin() {
  if
  :: entry == REVOKED -> isCarried()   /* enterRevoked */
  :: else -> enterShared()
  fi;
  entry = NONE;
  if
  :: got -> undelivered++; deliver = 1
  :: else -> acquire(); beginUnderLock()
  fi
}

/* An operation in a handler, which counts as one of the thread's operations. */
inline nested() {
#ifdef NESTED
  if
  :: left > 0 ->
     left--;
     if
#ifndef CONCURRENT
     :: acquire(); beginUnderLock(); assert(deliver == 0)
#endif
     :: remove(1)
     :: remove(2)
     fi
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
    assert(undelivered != 0);
    undelivered--
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
          :: !isEnding -> flags = flags & ~PENDING
          :: else
          fi
        };
        unlock(0, 0, WALKER0);
        do
        :: batch == 0 -> break
        :: else ->
           walk();
           batch--;
           hasGarbage();
           if
           :: got -> acquire(); unlock(0, 0, WALKER0)
           :: else
           fi
        od
     :: queue == 0 && isEnding ->
        d_step {
          empty_buffer(me);
#ifndef SEED_END_STAYS_AHEAD
          isEnding = 0;
#endif
          flags = flags & ~PENDING
        };
        unlock(0, 0, WALKER0);
        deliverLast()
     :: queue == 0 && !isEnding && (fresh | waiting) != 0 -> unlock(0, 0, WALKER0)
     :: queue == 0 && !isEnding && (fresh | waiting) == 0 -> unlock(0, WALKER0, 0); break
     fi
  od;
  skip
}

/* The thread's loop is one for `send`, `accept` and `terminate`, so that `walk` and `drain` stand in the model once: the
 * thread begins a delivery if it may, delivers, and drains if work came up. */
inline send() {
  enter();
  if
  :: entry == ME -> undelivered++; deliver = 1
  :: else -> begin()
  fi
}

/* A send that takes the lock before it has its value. `join` begins and ends a delivery in the same way. */
inline accept() {
  entry = NONE;
  acquire();
  beginUnderLock()
}

/* The send of several values (`makeAll`): here, of one value through the queue. */
inline sendAll() {
  acquire();
  deliver = 0;
  if
  :: flags & CLOSED -> unlock(0, 0, 0)
  :: else ->
     enqueue();
     if
     :: (word & WALKERS) != 0 -> unlock(0, 0, 0)
     :: else -> walker(); unlock(added, 0, 0); deliver = 3
     fi
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
          isEnding = 1;
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

/* What nobody can use any more is dropped. The flag `pending` stays set. */
inline close() {
  acquire();
  d_step {
    empty_buffer(me);
    if
    :: flags & PENDING -> undelivered = undelivered - queue; queue = 0
    :: else
    fi;
    if
    :: isEnding -> isEnding = 0; ended = 0
    :: else
    fi;
    flags = flags | CLOSED;
    fresh = fresh | linked;
    alive = alive & ~linked;
    linked = 0
  };
  unlock(0, 0, 0)
}

#ifdef CONCURRENT

inline finishPhase() {
  acquire();
  if
  :: isEnding && (word & WALKERS) == 0 -> unlock(WALKER0, 0, 0); deliver = 3
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
          undelivered++;
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
  byte entry, garbage, removed, batch, deliver;
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
     :: accept()
     :: sendAll()
#endif
     :: terminate()
     :: remove(1)
#ifdef BOTH_NODES
     :: remove(2)
#endif
     :: close()
     :: census()
     fi;
     if
     :: deliver == 1 ->
        walk();
        if
        :: entry == ME -> leave()      /* the fast path */
        :: else -> leaveStanding()     /* endDelivery */
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
       seen = 0; word = 0; desired = 0; walkers = 0; added = 0; entry = 0; garbage = 0; batch = 0;
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
    assert(undelivered == 0);
    assert(ended == endDelivered);
    assert(queue == 0 && !isEnding);
    assert(fresh == 0 && waiting == 0);
    assert((bits & (LOCK | WAITERS | WALKERS)) == 0);
    /* While a bias holds, the flags of `bits` are those of its beginning. The revoker's unlock writes new ones. */
    assert(owner > FRESH || (bits & GARBAGE) == 0);
    assert(owner <= FRESH || (local_word & (LOCK | WALKERS | GARBAGE)) == 0);
    /* Only `close` leaves `pending` set. */
    assert((flags & PENDING) == 0 || ((flags & CLOSED) && !ended));
    assert((owner <= FRESH -> bits : local_word) == flags);
    assert((linked & released) == 0 && (linked | released) == 3)
  }
}
