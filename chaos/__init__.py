"""What bakeoff bears: kills, full disks, flipped bits, mutated inputs and hostile requests."""
